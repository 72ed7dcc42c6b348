#### operators have C's precedence
echo $((2+3*4)) $(((2+3)*4)) $((7%3)) $((-7/2)) $((1<<4|1)) $((6&3^1)) $((2**3**2))
## STDOUT:
14 20 1 -3 17 3 512
## END
## status: 0

#### comparisons give one and zero
echo $((3>2)) $((3<2)) $((3==3)) $((3!=3)) $((2<=2)) $((2>=3))
## STDOUT:
1 0 1 0 1 0
## END
## status: 0

#### logical operators stop early
x=5; echo $((0 && (x=9))) $x $((1 || (x=9))) $x
## STDOUT:
0 5 1 5
## END
## status: 0

#### assignment operators change variables
x=10; ((x+=5)); ((x-=3)); ((x*=2)); ((x/=4)); ((x%=4)); echo $x; ((x<<=3)); ((x|=1)); ((x^=3)); ((x&=14)); ((x>>=1)); echo $x
## STDOUT:
2
1
## END
## status: 0

#### steps before and after
i=5; echo $((i++)) $i $((++i)) $i $((i--)) $((--i)) $i
## STDOUT:
5 6 7 7 7 5 5
## END
## status: 0

#### bases from 2 to 64
echo $((2#1010)) $((8#17)) $((16#ff)) $((0x1F)) $((017)) $((36#z)) $((64#@)) $((64#_))
## STDOUT:
10 15 255 31 15 35 62 63
## END
## status: 0

#### a value is an expression itself
a='b+1'; b='2*3'; echo $((a*2))
## STDOUT:
14
## END
## status: 0

#### the conditional operator nests
for x in 1 2 3; do echo $((x==1?10:x==2?20:30)); done
## STDOUT:
10
20
30
## END
## status: 0

#### the comma gives the last value
echo $((a=1, b=a+1, a+b)) $a $b
## STDOUT:
3 1 2
## END
## status: 0

#### numbers wrap at 64 bits
echo $((9223372036854775807+1)) $((-9223372036854775807-2)) $((1<<63)) $((1<<64))
## STDOUT:
-9223372036854775808 9223372036854775807 -9223372036854775808 1
## END
## status: 0

#### an empty expression is zero
echo $(( )) "$((  ))"; (( )); echo $?
## STDOUT:
0 0
1
## END
## status: 0

#### let takes several expressions
let 'a=1+1' b=a*3 'c = b - a'; echo $a $b $c $?; let 0; echo $?
## STDOUT:
2 6 4 0
1
## END
## status: 0

#### a division by zero ends the line
echo before; (( 1 / 0 )); echo $?; echo $((1/0)); echo not here
## STDOUT:
before
1
## END
## status: 1

#### subscripts are expressions
a=(10 20 30 40); i=1; echo $((a[i]+a[i+1])) $((a[a[0]/10+2])); ((a[i]++)); echo ${a[1]}
## STDOUT:
50 40
21
## END
## status: 0

#### associative elements in arithmetic
declare -A m=([one]=1 [two]=2); k=two; echo $((m[one]+m[$k])); ((m[one]+=5)); echo ${m[one]}
## STDOUT:
3
6
## END
## status: 0

#### an integer variable evaluates what it is given
declare -i n; n=2+3; echo $n; n+=4; echo $n; n=x; echo $n; x=7; n=x*2; echo $n
## STDOUT:
5
9
0
14
## END
## status: 0

#### a negated value and a complement
echo $((!0)) $((!5)) $((~0)) $((~5)) $((- -3)) $((-+-3))
## STDOUT:
1 0 -1 -6 3 3
## END
## status: 0

#### old brackets do arithmetic too
echo $[1+2] $[3*4]
## STDOUT:
3 12
## END
## status: 0

#### an error in a base or a digit
echo $((2#12)) ; echo after; echo $((1a)); echo after
## STDOUT:
## END
## status: 1

#### quotes inside an expression disappear
x=3; echo $(("x" + "2"))
## STDOUT:
5
## END
## status: 0

#### substitutions run inside
echo $(( $(echo 4) * ${#HOME} / ${#HOME} ))
## STDOUT:
4
## END
## status: 0

#### for with empty parts ends by break
for ((;;)); do ((++n >= 3)) && break; done; echo $n
## STDOUT:
3
## END
## status: 0

#### for with commas
for ((i=0, j=10; i<j; i+=3, j-=2)); do echo $i $j; done
## STDOUT:
0 10
3 8
## END
## status: 0

#### an unset name is zero even in quotes
unset q; echo $((q+1)) $(("q"+1)) $((q[3]+2))
## STDOUT:
1 1 2
## END
## status: 0

