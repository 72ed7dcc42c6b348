#### declare -f prints bash's layout
f() { echo a; if true; then echo b & fi; for i in 1 2; do :; done; }
declare -f f
## STDOUT:
f () 
{ 
    echo a;
    if true; then
        echo b &
    fi;
    for i in 1 2;
    do
        :;
    done
}
## END
## status: 0

#### declare -f prints here-documents, cases and redirections
f() { case $1 in a|b) cat <<E ;; *) ;; esac
text $1
E
} >&2 2>/dev/null
declare -f f
## STDOUT:
f () 
{ 
    case $1 in 
        a | b)
            cat <<E
text $1
E

        ;;
        *)

        ;;
    esac
} 1>&2 2> /dev/null
## END
## status: 0

#### an unset temporary variable shows the one behind it
f() { unset x; echo "$x"; }
x=global
x=temporary f
## STDOUT:
global
## END
## status: 0

#### local in an eval with an assignment belongs to the function
f() { IFS=: eval 'local v=kept'; echo "$v"; }
f
## STDOUT:
kept
## END
## status: 0

#### too many arguments of return end the line
f() { return 1 2; echo not here; }
f
## STDOUT:
## END
## status: 1

