#### set and its letters
set -f -u; case $- in *f*u*) echo both;; esac; set +fu; set -o noglob; set -o | grep noglob; set +o noglob; [[ -o noglob ]] || echo off; set -- -x; echo $1; set -o nosuch; echo $?; set - a b; echo $#
## STDOUT:
both
noglob         	on
off
-x
2
2
## END
## status: 0

#### shopt
shopt -s extglob; shopt extglob; shopt -q nullglob; echo $?; shopt -p nullglob; shopt -u extglob; shopt extglob; echo $?; shopt -s nosuch; echo $?; shopt -o noglob; shopt -so noglob; shopt -qo noglob; echo $?
## STDOUT:
extglob        	on
1
shopt -u nullglob
extglob        	off
1
1
noglob         	off
0
## END
## status: 0

#### xtrace shows commands
exec 2>&1; set -x; echo a "b c" ''; x=1; y="a b"; a=(1 "2 3"); [[ $x == 1 ]]; ((x++)); for i in 1; do :; done; case a in a) :;; esac; echo $(echo in); f() { :; }; f q; x=2 y=3 true; { set +x; } 2>/dev/null
## STDOUT:
+ echo a 'b c' ''
a b c 
+ x=1
+ y='a b'
+ a=(1 "2 3")
+ [[ 1 == 1 ]]
+ (( x++ ))
+ for i in 1
+ :
+ case a in
+ :
++ echo in
+ echo in
in
+ f q
+ :
+ x=2
+ y=3
+ true
## END
## status: 0

#### PS4 and BASH_XTRACEFD
exec 3>t; BASH_XTRACEFD=3; PS4="> "; set -x; echo a; set +x; cat t; PS4='+$LINENO '; BASH_XTRACEFD=1; set -x
echo b
set +x
## STDOUT:
a
> echo a
> set +x
+2 echo b
b
+3 set +x
## END
## status: 0

#### verbose shows lines
exec 2>&1
set -v
echo a
x=1; echo $x
set +v
echo b
## STDOUT:
echo a
a
x=1; echo $x
1
set +v
b
## END
## status: 0

#### allexport
set -a; v=1; f() { :; }; env | grep "^v="; set +a; w=2; env | grep -c "^w="
## STDOUT:
v=1
0
## END
## status: 1

#### noexec reads only
set -n; echo no
## STDOUT:
## END
## status: 0

#### posix
set -o posix; [[ -o posix ]] && echo on; set +o posix; echo $POSIXLY_CORRECT
## STDOUT:
on

## END
## status: 0

#### SHELLOPTS and BASHOPTS
echo $SHELLOPTS; case :$BASHOPTS: in *:sourcepath:*) echo yes;; esac; set -f; case :$SHELLOPTS: in *:noglob:*) echo yes;; esac; SHELLOPTS=x; echo $?
## STDOUT:
braceexpand:hashall:interactive-comments
yes
yes
## END
## status: 1

#### alias options
alias a=b; alias; alias -p | head -n 1; unalias a; alias a; echo $?; unalias -a; alias n="x y" m='q'; alias n
## STDOUT:
alias a='b'
alias a='b'
1
alias n='x y'
## END
## status: 0

#### hash
hash; hash cat; hash -t cat >/dev/null && echo known; hash -r; hash -t cat; echo $?; hash nosuch_cmd; echo $?
## STDOUT:
hash: hash table empty
known
1
1
## END
## status: 0

#### enable
enable -n echo; type -t echo; enable echo; type -t echo; enable -n nosuch; echo $?; enable | head -n 2; enable -s | head -n 1
## STDOUT:
file
builtin
1
enable .
enable :
enable .
## END
## status: 0

#### umask
umask 022; umask; umask -S; umask 077; touch f; stat -c %a f; umask u=rwx,g=rx,o=; umask; umask -p; umask 9; echo $?
## STDOUT:
0022
u=rwx,g=rx,o=rx
600
0027
umask 0027
1
## END
## status: 0

#### ulimit
ulimit -n 50; ulimit -n; ulimit -c 0; ulimit -c; ulimit -Sn 40; ulimit -Sn; ulimit -Hn; ulimit -n abc; echo $?
## STDOUT:
50
0
40
50
1
## END
## status: 0

#### declarations are traced with their values quoted
exec 2>&1; set -x; export y="a b"; unset y; : "" "x y"
## STDOUT:
+ export 'y=a b'
+ y='a b'
+ unset y
+ : '' 'x y'
## END
## status: 0

