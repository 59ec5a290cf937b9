import {
  createStaticRouter,
  type DataRouter,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'

const no_request: StaticHandlerContext = {
  basename: '/',
  location: { pathname: '/', search: '', hash: '', state: null, key: 'default', mask: undefined },
  matches: [],
  loaderData: {},
  actionData: null,
  errors: null,
  statusCode: 200,
  loaderHeaders: {},
  actionHeaders: {},
  _match: () => null,
}

/**
 * Returns a function that gives the router of a request. The static router is made once: it has accessors, so V8
 * would keep each router, with all data of its request, until the next full garbage collection (decision 341).
 */
export function staticRouter(routes: RouteObject[]): (context: StaticHandlerContext) => DataRouter {
  const router = createStaticRouter(routes, no_request)
  return ({ location, matches, loaderData, actionData, errors }) => ({
    ...router,
    state: { ...router.state, location, matches, loaderData, actionData, errors },
  })
}
