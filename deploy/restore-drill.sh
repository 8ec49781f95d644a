#!/usr/bin/env bash
# Restores a backup beside the running service, which it does not touch, and looks whether a receipt of that service is known there.
#   BACKUP=/backups/2026-11-18.gz KEY=/somewhere/else/secret-key RECEIPT=receipt.json deploy/restore-drill.sh
# DRILL_DATABASE_URL names an empty database; without it, the embedded one is used, in a folder that goes away afterwards.
set -euo pipefail
stillhere=${STILLHERE:-npx --no-install stillhere}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$KEY" "$scratch/secret-key"

# Nothing of the running service leads here: neither its database nor its secrets.
unset SECRET_KEY ADMIN_SECRET PUBLIC_URL
export DATA_DIR=$scratch DATABASE_URL=${DRILL_DATABASE_URL:-}

$stillhere restore "$BACKUP"
$stillhere verify "$RECEIPT"
$stillhere doctor
echo "The drill went well: $BACKUP can be restored."
