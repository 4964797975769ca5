#!/bin/sh
# /etc/patroni/pgbackrest-archive.sh, mode 0755: the archive_command of patroni.yml, with %p.
# pgBackRest wants its own name in that command.
# A primary that was killed leaves a segment that it had not archived. When it is primary again much
# later, the archive has another one of this name (45) from the time in between, and archiving would
# never go on. The log of a past timeline is not needed: the new one has all of it that counts.
pgbackrest --stanza=gatehouse archive-push "$1"
code=$?
[ $code = 45 ] || exit $code
timeline=$(basename "$1" | cut -c 1-8)
newest=$(ls "$(dirname "$1")"/*.history | sort | tail -1)
[ "$(basename "$newest" .history)" \> "$timeline" ]
