#!/usr/bin/env bash
# Restores a backup beside the running service, without touching it, and checks that the copy knows a receipt of that service.
#   BACKUP=/backups/2026-11-18.gz KEY=/somewhere/else/secret-key RECEIPT=receipt.json deploy/restore-drill.sh
# DRILL_DATABASE_URL names an empty database; without it, the embedded one is used, in a folder that is deleted afterwards.
set -euo pipefail
stillhere=${STILLHERE:-npx --no-install stillhere}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$KEY" "$scratch/secret-key"

# Use nothing of the running service: neither its database nor its secrets.
unset SECRET_KEY ADMIN_SECRET PUBLIC_URL
export DATA_DIR=$scratch DATABASE_URL=${DRILL_DATABASE_URL:-}

$stillhere restore "$BACKUP"
$stillhere verify "$RECEIPT"
$stillhere doctor
echo "The drill went well: $BACKUP can be restored."
