/** Made by test/fixtures/lunar/make-tables.ts: terms whose day differs from the formula of solar-terms.ts. */
export const shifted_terms =
  'al.6j.jz.l5.jz.13p.sq.bx.l4.af.ph.vh.27.15v.1n.1bm.c.24.sr.nd.un.2x.5p.d9.gw.bj.1lh.wb.k5.' +
  'de.d3.8t.5v.18o.2t.21w.g6.7p.13n.a.1a5.1l.9v.159.9t.on.14z.a5.u.1q.181.az.j5.14p.1gb.1l.23' +
  '.91.rn.9x.f3.1h9.oq'
