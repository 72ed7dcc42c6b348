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

#### definitions in each form
f() { echo f; }; function g { echo g; }; function h() { echo h; }; i() (echo i); j() if true; then echo j; fi; k() for x in 1 2; do echo k$x; done; f; g; h; i; j; k
## STDOUT:
f
g
h
i
j
k1
k2
## END
## status: 0

#### return gives a status
f() { return 3; echo no; }; f; echo $?; g() { false; return; }; g; echo $?; h() { return 256; }; h; echo $?; i() { return -1; }; i; echo $?; return 5; echo $?
## STDOUT:
3
1
0
255
2
## END
## status: 0

#### locals are dynamic
x=g; f() { local x=f; g; echo $x; }; g() { echo $x; x=set; }; f; echo $x; h() { local x; echo "[$x]"; local x=1 y=$x; echo $x [$y]; }; h
## STDOUT:
f
set
g
[]
1 []
## END
## status: 0

#### unset uncovers
x=g; f() { local x=l; unset x; echo "[${x-unset}]"; }; f; echo $x; o() { local x=o; i; echo $x; }; i() { unset x; echo $x; }; o
## STDOUT:
[unset]
g
g
g
## END
## status: 0

#### temporary assignments
f() { echo "[$v]"; v=in; }; v=out; v=tmp f; echo $v; v=tmp eval 'echo $v'; echo $v; v=a w=$v; echo $w; env_v=1 env | grep -c env_v
## STDOUT:
[tmp]
out
tmp
out
a
1
## END
## status: 0

#### recursion
fact() { (( $1 <= 1 )) && echo 1 && return; echo $(( $1 * $(fact $(($1-1))) )); }; fact 10; fib() { local n=$1; (( n < 2 )) && { r=$n; return; }; fib $((n-1)); local a=$r; fib $((n-2)); r=$((a+r)); }; fib 12; echo $r
## STDOUT:
3628800
144
## END
## status: 0

#### names and lines of calls
f() { echo ${FUNCNAME[0]} ${FUNCNAME[1]} ${#FUNCNAME[@]} $LINENO; caller 0; caller; }
g() {
  f
}
g; echo ${FUNCNAME-none}
## STDOUT:
f g 2 1
3 g environment
3 environment
none
## END
## status: 0

#### declare -f prints functions
f() { local a=1; if [ $a -eq 1 ]; then echo "x $a"; else for i in 1 2; do :; done; fi; case $a in 1|2) echo c ;; *) ;; esac; while false; do echo w; done; { echo g; } >out 2>&1; (echo s) | cat && true || false; [[ -n $a && ! $b ]]; ((a++)); a=(1 2); cat <<E
doc $a
E
}
declare -f f; declare -F f; type f | head -n 1; unset -f f; declare -F f; echo $?
## STDOUT:
f () 
{ 
    local a=1;
    if [ $a -eq 1 ]; then
        echo "x $a";
    else
        for i in 1 2;
        do
            :;
        done;
    fi;
    case $a in 
        1 | 2)
            echo c
        ;;
        *)

        ;;
    esac;
    while false; do
        echo w;
    done;
    { 
        echo g
    } > out 2>&1;
    ( echo s ) | cat && true || false;
    [[ -n $a && ! -n $b ]];
    ((a++));
    a=(1 2);
    cat <<E
doc $a
E

}
f
f is a function
1
## END
## status: 0

#### functions are exported to shells
f() { echo exported $1; }; export -f f; (f sub); declare -Fx | grep -c " f$"; export -nf f; declare -Fx | grep -c " f$"
## STDOUT:
exported sub
1
0
## END
## status: 1

#### read-only functions
f() { echo 1; }; readonly -f f; f() { echo 2; }; echo $?; f; unset -f f; echo $?; f
## STDOUT:
1
1
1
1
## END
## status: 0

#### a function hides a builtin
echo() { builtin echo "my $*"; }; echo x; command echo y; unset -f echo; echo z; cd() { builtin cd "$@" && builtin echo moved; }; cd /; command cd /tmp; pwd
## STDOUT:
my x
y
z
moved
/tmp
## END
## status: 0

#### local options
f() { local -; set -f; echo $-; }; case $(f) in *f*) echo on;; esac; f >/dev/null; case $- in *f*) echo still;; *) echo off;; esac
## STDOUT:
on
off
## END
## status: 0

#### local -n and local -a
f() { local -n r=$1; r+=" more"; local -a l=(1 2); local -i n=2*3; local -r c=9; local -u u=up; echo ${#l[@]} $n $c $u; }; v=some; f v; echo $v ${l-none}
## STDOUT:
2 6 9 UP
some more none
## END
## status: 0

#### arguments are restored
set -- a b; f() { set -- x y z; echo $# $1; shift; echo $1; }; f q; echo $# $1; g() { echo "$0" | grep -c bash; }; g
## STDOUT:
3 x
y
2 a
1
## END
## status: 0

#### FUNCNEST bounds the depth
FUNCNEST=5; n=0; f() { ((n++)); f; }; f; echo $? $n
## STDOUT:
## END
## status: 1

