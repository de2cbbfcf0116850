# Reads "watch PID STARTED" and "forget PID" until the other end is gone, then kills what is still watched, children included.
# A process counts as the one meant only if it also started at that time: ids are used again.
trap '' HUP INT TERM
watched=''

look() {
    { read -r line < "/proc/$1/stat"; } 2>/dev/null || return 1
    set -- ${line##*) }
    parent=$2
    started=${20}
}

kill_tree() {
    # stopped first, so that it can't start another child meanwhile
    kill -s STOP "$1"
    for folder in /proc/[0-9]*; do
        if look "${folder#/proc/}" && [ "$parent" = "$1" ]; then
            kill_tree "${folder#/proc/}"
        fi
    done
    kill -s KILL "$1"
}

while read -r verb pid since; do
    case $verb in
        watch) watched="$watched $pid:$since" ;;
        forget)
            left=''
            for each in $watched; do
                [ "${each%%:*}" = "$pid" ] || left="$left $each"
            done
            watched=$left
            ;;
    esac
done

for each in $watched; do
    if look "${each%%:*}" && [ "$started" = "${each##*:}" ]; then
        kill_tree "${each%%:*}"
    fi
done
