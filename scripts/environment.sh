# shellcheck shell=sh
# Sets $python to an interpreter that has the named locks installed. Sourced by `veracity`, `test` and
# `scripts/lock`, with $root set. Only "is it ready?" is answered here, because that is asked at every
# start; the work is done by environment.py.
: "${root:?}"

environment() {
    in_folder "$root/.venv"
    ready "$@" && return
    if [ ! -w "$root" ]; then # a checkout that belongs to somebody else, or on a read-only disk
        cache=${XDG_CACHE_HOME:-$HOME/.cache}/veracity/environments
        in_folder "$cache/$(printf %s "$root" | cksum | tr ' ' -)"
        ready "$@" && return
    fi
    base=$(base_python)
    "$base" -I -B "$root/scripts/environment.py" --venv "$venv" "$@"
}

in_folder() {
    venv=$1
    python=$venv/bin/python
}

# Whether the environment was finished, for this very folder, from locks that say what they say now.
ready() {
    [ -x "$python" ] && [ -f "$venv/ready" ] || return 1
    IFS= read -r made_for <"$venv/ready"
    [ "$made_for" = "$root" ] || return 1
    for lock in "$@"; do
        cmp -s "$root/requirements/$lock.txt" "$venv/locks/$lock.txt" || return 1
    done
}

# The path of a Python that can make an environment, or one line on what is missing.
base_python() {
    without_venv=
    too_old=
    for name in ${VERACITY_PYTHON:+"$VERACITY_PYTHON"} python3 python3.13 python3.12 python3.11 python3.14; do
        command -v "$name" >/dev/null 2>&1 || continue
        found=0
        path=$("$name" -I "$root/scripts/probe.py" 2>/dev/null) || found=$?
        case $found in
        0) printf '%s\n' "$path" && return ;;
        11) without_venv=$path ;;
        12) too_old=$path ;;
        esac
    done
    if [ -n "$without_venv" ]; then
        echo "veracity: Python $without_venv lacks its venv module. On Debian or Ubuntu: sudo apt install python3-venv" >&2
    elif [ -n "$too_old" ]; then
        echo "veracity: Python 3.11 or newer is needed, this is $too_old. Install a newer one and set VERACITY_PYTHON to its path." >&2
    else
        echo "veracity: Python 3.11 or newer is needed and none was found. On Debian or Ubuntu: sudo apt install python3 python3-venv; on macOS: brew install python" >&2
    fi
    return 1
}
