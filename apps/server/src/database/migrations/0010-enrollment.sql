-- Which enrollment of a node counts: the newest alone. Nothing of the motion is kept.
CREATE TABLE node_enrollment (
  node_id bigint PRIMARY KEY REFERENCES node ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 1),
  enrolled_at timestamptz NOT NULL,   -- to the minute, so that it cannot be joined with other times
  allowed_until timestamptz           -- after a fresh code: until then the node may enroll again, once
);
