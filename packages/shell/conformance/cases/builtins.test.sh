#### cd and PWD
mkdir -p t/a/b; cd t; cd a/b; echo ${PWD##*/} ${OLDPWD##*/}; cd - >/dev/null; cd a; cd ..; [[ -d a ]] && echo back; cd none; echo $?; cd a b; echo $?; HOME=$PWD/a; cd; echo ${PWD##*/}; unset HOME; cd; echo $?; CDPATH=..; cd a >/dev/null; echo ${PWD##*/}
## STDOUT:
b t
back
1
1
a
1
a
## END
## status: 0

#### cd through links
mkdir -p r/d; ln -s r/d l; cd l; echo ${PWD##*/}; cd ..; [[ -e l ]] && echo logical; cd -P l; echo ${PWD##*/}; pwd -P | grep -c r/d; cd -L ..; echo ${PWD##*/}
## STDOUT:
l
logical
d
1
r
## END
## status: 0

#### the directory stack
cd /; pushd /tmp >/dev/null; pushd /bin; dirs; dirs -v; dirs +1; popd; pushd +1; popd -n; dirs -p; popd; popd; echo $?; dirs -c; dirs
## STDOUT:
/bin /tmp /
/bin /tmp /
 0  /bin
 1  /tmp
 2  /
/tmp
/tmp /
/ /tmp
/
/
1
/
## END
## status: 0

#### type and command
f() { :; }; alias al=x; type -t f cd cat if al nosuch; type cd if; command -v cd if f nosuch; echo $?; command -V cd; type -P cd; echo $?; type -a echo | head -n 1; type nosuch; echo $?
## STDOUT:
function
builtin
file
keyword
cd is a shell builtin
if is a shell keyword
cd
if
f
0
cd is a shell builtin
1
echo is a shell builtin
1
## END
## status: 0

#### declare with attributes
declare -i i=2+3; declare -l l=ABC; declare -u u=abc; declare -r r=1; declare -x x=2; declare -t t=3; declare -p i l u r x t; declare +x x; declare -p x; r=2; echo $?; declare +r r; echo $?
## STDOUT:
declare -i i="5"
declare -l l="abc"
declare -u u="ABC"
declare -r r="1"
declare -x x="2"
declare -t t="3"
declare -- x="2"
## END
## status: 1

#### declare lists
v1=a; declare -i v2=5; declare -p v1 v2 nosuch; echo $?; declare -p | grep "^declare -[-i] v[12]="; declare | grep "^v1="; f() { local lo=1; local; }; f; typeset -i | grep v2; declare -g g=1; h() { declare -g gl=2; declare lo=3; }; h; echo $gl ${lo-none}
## STDOUT:
declare -- v1="a"
declare -i v2="5"
1
declare -- v1="a"
declare -i v2="5"
v1=a
declare -- lo="1"
declare -i v2="5"
2 none
## END
## status: 0

#### export
export a=1 b; b=2; env | grep "^[ab]=" | sort; export -n a; env | grep -c "^a="; export -p | grep " b="; export 1x; echo $?; c=3 env | grep "^c="; export -p nosuch; unset b; env | grep -c "^b="
## STDOUT:
a=1
b=2
0
declare -x b="2"
1
c=3
0
## END
## status: 1

#### readonly
readonly r=1; r=2; echo $?; readonly -p | grep " r="; (unset r; echo $?); readonly a=(1 2) 2>/dev/null; echo ${a[@]}; declare -r d=4; (d=5; echo no); echo $?
## STDOUT:
## END
## status: 1

#### unset
x=1; unset x; echo ${x-unset}; f() { :; }; unset f; type f 2>/dev/null || echo nof; x=1; x() { :; }; unset -f x; echo $x; unset -v x; echo ${x-gone}; unset 1x; echo $?; unset -q; echo $?; declare -n r=y; y=1; unset r; echo ${y-none}; unset -n r; echo ${r-none}
## STDOUT:
unset
nof
1
gone
0
2
none
none
## END
## status: 0

#### shift, set and positional parameters
set a b c; echo $1 $#; set --; echo $#; set -- "x y" z; shift; echo $1; shift 0; echo $#; shift -1; echo $?; shift abc; echo $?
## STDOUT:
a 3
0
z
1
1
1
## END
## status: 0

#### test builtins' options
builtin echo hi; builtin nosuch; echo $?; command -p echo path; command; echo $?; :; echo $?; true x; false x; echo $?; times | wc -l; caller; echo $?
## STDOUT:
hi
1
path
0
0
1
2
1
## END
## status: 0

#### exec
(exec echo replaced; echo no); (exec nosuch_cmd; echo no); echo $?; (exec -a name sh -c 'echo $0'); exec 3>&1; echo through >&3; (exec >f; echo hidden); cat f
## STDOUT:
replaced
127
name
through
hidden
## END
## status: 0

#### complete and compgen
compgen -W "apple banana avocado" a; compgen -A function; f1() { :; }; f2() { :; }; compgen -A function f; complete -W "x y" cmd; complete -p cmd; complete -r cmd; complete -p cmd; echo $?; touch file1 file2; compgen -f file | sort; compgen -b ech; compgen -k unt; gen() { COMPREPLY=(one two); }; compgen -F gen 2>/dev/null; compgen -v HOM
## STDOUT:
apple
avocado
f1
f2
complete -W 'x y' cmd
1
file1
file2
echo
until
one
two
HOME
## END
## status: 0

#### compgen filters and frames
compgen -P "<" -S ">" -W "a b"; compgen -X "b*" -W "abc bcd"; compgen -X "!b*" -W "abc bcd"; compgen -W "a b" z; echo $?; compgen -A nosuch; echo $?; compgen -d -- /tm
## STDOUT:
<a>
<b>
abc
bcd
1
2
/tmp
## END
## status: 0

#### history
history; history -s one two; history -s three; history; history 1; history -d 1; history; history -c; history | wc -l; history -s x; history -w h; cat h; history -c; history -r h; history -r h; history; history -d 9; echo $?; history abc; echo $?
## STDOUT:
    1  one two
    2  three
    2  three
    1  three
0
x
    1  x
    2  x
1
1
## END
## status: 0

#### fc
history -s first; history -s second; fc -l; fc -ln -1; fc -lr
## STDOUT:
1	 first
2	 second
	 second
2	 second
1	 first
## END
## status: 0

#### bind and help
bind -q nosuch 2>/dev/null; echo $?; help nosuch_topic >/dev/null 2>&1; echo $?; help cd >/dev/null; echo $?
## STDOUT:
1
1
0
## END
## status: 0

#### times of the shell
SECONDS=100; [[ $SECONDS -ge 100 && $SECONDS -lt 103 ]] && echo ok; [[ $EPOCHSECONDS -gt 1600000000 ]] && echo now; [[ $EPOCHREALTIME == *.* ]] && echo real; RANDOM=1; a=$RANDOM; RANDOM=1; [[ $a == $RANDOM ]] && echo same; [[ $SRANDOM != $SRANDOM ]] && echo differs
## STDOUT:
ok
now
real
same
differs
## END
## status: 0

#### variables of the shell
echo $BASH_SUBSHELL ${#BASH_VERSINFO[@]} ${BASH_VERSION%%.*} $0 $IFS"x" $OPTIND $PPID | sed "s/[0-9]*$/P/"; echo $LINENO; echo $_; true a b; echo $_; echo ${BASH_SOURCE-none} $BASH_EXECUTION_STRING | head -c 20; echo; echo $UID $EUID | wc -w; echo $HOSTTYPE $OSTYPE $MACHTYPE | wc -w
## STDOUT:
0 6 5 bash x 1 P
1
1
b
none echo $BASH_SUBS
2
3
## END
## status: 0

#### prompt expansions
PS1="\\u"; p="\\a\\s \\v \\$ \\! \\j \\W"; x="a\\nb"; echo "${x@P}"; y="\$HOME"; HOME=/h; echo "${y@P}"; z="\\w"; mkdir -p /tmp/lib; cd /tmp/lib; echo "${z@P}"; w="\\W"; echo "${w@P}"; HOME=/tmp; echo "${z@P}"
## STDOUT:
a
b
/h
/tmp/lib
lib
~/lib
## END
## status: 0

#### let, [, test and eval give statuses
let 1; echo $?; let 0; echo $?; let; echo $?; eval; echo $?; eval false; echo $?; eval "exit 0" & wait $!; echo $?; . /nosuch; echo $?; source; echo $?
## STDOUT:
0
1
1
0
1
0
1
2
## END
## status: 0

#### a script file with arguments
echo 'echo "$0 $1 $#"; shift; echo $1' >s.sh; bash s.sh a b; bash -c 'echo $0 $1' zero one; echo 'echo in $1' | bash -s arg; chmod +x s.sh; ./s.sh q r; bash none.sh 2>/dev/null; echo $?
## STDOUT:
s.sh a 2
b
zero one
in arg
./s.sh q 2
r
127
## END
## status: 0

#### proc and dev
[[ -d /proc/self/fd ]] && echo fd; exec 5>f; [[ -e /proc/self/fd/5 || -e /dev/fd/5 ]] && echo five; echo x >/dev/fd/5; cat f; [[ -c /dev/null ]] && echo device; [[ $(</dev/null) == "" ]] && echo empty; echo err >/dev/null
## STDOUT:
fd
five
x
device
empty
## END
## status: 0

#### programs see their own path as the underscore
export A=1; env | grep -c "^_=/.*/env$"; env true && printenv _ | grep -c "/printenv$"
## STDOUT:
1
1
## END
## status: 0

