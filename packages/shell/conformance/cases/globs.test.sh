#### patterns match names in order
touch b a c.txt d.txt .h; echo *; echo *.txt; echo ?; echo [ab]* [!ab]*; echo .?*; echo "*" \*
## STDOUT:
a b c.txt d.txt
c.txt d.txt
a b
a b c.txt d.txt
.h
* *
## END
## status: 0

#### no match leaves the pattern
echo *.none; shopt -s nullglob; echo [*.none]x *.none; shopt -u nullglob; shopt -s failglob; echo *.none; echo $?
## STDOUT:
*.none

## END
## status: 1

#### dotglob and nocaseglob
touch .h A b; shopt -s dotglob; echo *; shopt -u dotglob; shopt -s nocaseglob; echo a* B*
## STDOUT:
.h A b
A b
## END
## status: 0

#### directories and slashes
mkdir -p d/e; touch d/f d/e/g; echo */; echo */*; echo d/*/*; echo ./d/[e-f]
## STDOUT:
d/
d/e d/f
d/e/g
./d/e ./d/f
## END
## status: 0

#### globstar goes through directories
mkdir -p a/b/c; touch a/x a/b/y a/b/c/z; shopt -s globstar; echo **; echo **/z; echo a/**/; echo **/*b*
## STDOUT:
a a/b a/b/c a/b/c/z a/b/y a/x
a/b/c/z
a/ a/b/ a/b/c/
a/b
## END
## status: 0

#### extended groups
shopt -s extglob
touch a.c a.h b.c ab abab; echo @(a|b).c; echo !(*.c); echo +(ab); echo ?(a)b*; echo *(a|b)
## STDOUT:
a.c b.c
a.h ab abab
ab abab
ab abab b.c
ab abab
## END
## status: 0

#### GLOBIGNORE leaves names out
touch a.o a.c .x; GLOBIGNORE="*.o"; echo *; unset GLOBIGNORE; echo *
## STDOUT:
.x a.c
a.c a.o
## END
## status: 0

#### a quoted part is plain
touch "a*b" axb; echo a"*"b a\*b a*b; p="a*"; echo $p "$p"
## STDOUT:
a*b a*b a*b axb
a*b axb a*
## END
## status: 0

#### noglob
touch q; set -f; echo *; set +f; echo *
## STDOUT:
*
q
## END
## status: 0

#### classes
touch a1 B2 c_ ; echo [[:upper:]]*; echo *[[:digit:]]; echo [^[:lower:]]*; echo *[_-]
## STDOUT:
B2
B2 a1
B2
c_
## END
## status: 0

#### patterns in case
for w in foo.c bar 12 "a b" "" -x; do case $w in *.c) echo c ;; [0-9]*) echo num ;; *\ *) echo space ;; "") echo empty ;; -?) echo opt ;; *) echo other ;; esac; done
## STDOUT:
c
other
num
space
empty
opt
## END
## status: 0

#### a case falls through
case a in a) echo 1 ;& b) echo 2 ;;& c) echo 3 ;; a*) echo 4 ;; *) echo 5 ;; esac
## STDOUT:
1
2
4
## END
## status: 0

#### brackets with a bracket or a dash first
for c in ] - a ^ !; do case $c in []-]) echo "$c in" ;; [!]a-]) echo "$c out" ;; *) echo "$c other" ;; esac; done
## STDOUT:
] in
- in
a other
^ out
! out
## END
## status: 0

#### a doubled star with a slash has no empty word
mkdir -p d/e; : > d/f; shopt -s globstar; echo **/ d/**/ d/** **
## STDOUT:
d/ d/e/ d/ d/e/ d/ d/e d/f d d/e d/f
## END
## status: 0

#### a backslash alone makes no pattern
echo a\\b "a\.b" [a\] x\*
## STDOUT:
a\b a\.b [a] x*
## END
## status: 0

