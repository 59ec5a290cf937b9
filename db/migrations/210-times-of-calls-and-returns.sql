-- Calls and returns of a month are found by their time (decision 269).
create index call_attempt_by_time on call_attempt (happened_at);
create index return_request_by_time on return_request (created_at);
