-- A backchannel request (CIBA) of the OpenID provider is an approval with the keyed hash of its auth_req_id.
ALTER TABLE request ADD COLUMN auth_req_hash bytea UNIQUE
  CHECK (octet_length(auth_req_hash) = 32 AND (auth_req_hash IS NULL OR kind = 'approval'));
UPDATE request AS r SET auth_req_hash = b.request_hash FROM backchannel_request AS b WHERE b.approval_id = r.id;
DROP TABLE backchannel_request;

-- In the order in which deliveries of a lane are claimed, so a long lane is not sorted to claim a few.
DROP INDEX outbox_due_by_lane;
CREATE INDEX outbox_due_by_lane ON outbox (channel, lane, (NOT urgent), next_try_at, id) WHERE next_try_at IS NOT NULL;
