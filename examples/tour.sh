# In one terminal: npm start. In another, with an invite code that the first start printed: INVITE=SERVICE-… bash examples/tour.sh
base=${BASE:-http://127.0.0.1:8787}
data=${DATA_DIR:-data}
json='content-type: application/json'

# Join: the code arrives by e-mail, which without SMTP_URL is a file.
curl -sfw '\n' -H "$json" -d "{\"email\":\"ada@example.org\",\"invite_code\":\"$INVITE\"}" "$base/api/send-otp"
until code=$(grep -hsoE '^[0-9]{6}' "$data"/outbox/*.eml); do sleep 1; done
joined=$(curl -sf -H "$json" -d "{\"email\":\"ada@example.org\",\"otp\":\"$code\"}" "$base/api/verify-otp")
echo "$joined"
token=$(echo "$joined" | grep -oE 'sh_[A-Za-z0-9_-]+')

# Scan: from the first use of its token on, the node answers only to it.
curl -sfw '\n' -H "$json" -H "authorization: Bearer $token" -d '{"email":"ada@example.org"}' "$base/api/motion/record"
curl -sfw '\n' -H "$json" -H "authorization: Bearer $token" -d '{"email":"ada@example.org","pesScore":0.9}' "$base/api/node/entropy"

# Declare an agent, and look at the network.
curl -sfw '\n' -H "$json" -d '{"agent_handle":"indexer-1","agent_type":"bot","origin":"example.org","public_key":"key"}' "$base/api/agent/declare"
curl -sfw '\n' "$base/api/nodes/count"
