//! Languages that are run as they are written.

use super::check;
use expect_test::expect;

#[test]
fn bash() {
    check(
        "Bourne Again Shell (bash)",
        r#"#!/bin/bash
# Back up.
for f in "$HOME"/*.txt; do
  if [ -f "$f" ] && grep -q 'a b' "$f"; then
    cp "$f" "${f%.txt}.bak" || exit 1
  fi
done
export N=$((1 + 2))
cat <<EOF | wc -l
text $N
EOF
"#,
        expect![[r#"
            ‹comment #!/bin/bash
            # Back up.
            ›‹keyword for› f ‹keyword in› ‹string "›‹variable $HOME›‹string "›/‹operator *›.txt‹operator ;› ‹keyword do›
              ‹keyword if› ‹operator [› ‹variable -f› ‹string "›‹variable $f›‹string "› ‹operator ]› ‹operator &&› ‹function grep›‹variable  -q› ‹string 'a b'› ‹string "›‹variable $f›‹string "›‹operator ;› ‹keyword then›
                ‹function cp› ‹string "›‹variable $f›‹string "› ‹string "›‹variable $›‹string {›‹variable f›‹operator %›‹string .txt}.bak"› ‹operator ||› ‹function exit› 1
              ‹keyword fi›
            ‹keyword done›
            ‹keyword export› N‹operator =›‹variable $›((‹number 1› ‹operator +› ‹number 2›))
            ‹function cat› ‹operator <<›‹keyword EOF› ‹operator |› ‹function wc›‹variable  -l›‹string 
            text ›‹variable $N›‹string 
            ›‹keyword EOF›
        "#]],
    );
}

#[test]
fn javascript() {
    check(
        "JavaScript",
        r#"import { a } from "./a.js";
// Adds.
export async function add(x, y = 1) {
  const re = /a+[b]/gi;
  let s = `sum ${x + y}\n`;
  if (x === null || !re.test(s)) throw new Error('no');
  return await a.map((v) => v * 2.5);
}
class B extends A { #p = true; get q() { return this.#p; } }
"#,
        expect![[r#"
            ‹keyword import› { a } ‹keyword from› ‹string "./a.js"›;
            ‹comment // Adds.
            ›‹keyword export› ‹keyword async› ‹keyword function› ‹function add›(‹variable x›, ‹variable y› ‹operator =› ‹number 1›) {
              ‹keyword const› re ‹operator =› ‹string /a›‹operator +›‹constant [b]›‹string /›‹keyword gi›;
              ‹keyword let› s ‹operator =› ‹string `sum ›${x ‹operator +› y}‹constant \n›‹string `›;
              ‹keyword if› (x ‹operator ===› ‹constant null› ‹operator ||› ‹operator !›re.‹function test›(s)) ‹keyword throw› ‹keyword new› ‹type Error›(‹string 'no'›);
              ‹keyword return› ‹keyword await› a.‹function map›((‹variable v›) ‹keyword =>› v ‹operator *› ‹number 2.5›);
            }
            ‹keyword class› ‹type B› ‹keyword extends› ‹type A› { ‹variable #›p ‹operator =› ‹constant true›; ‹keyword get› ‹function q›() { ‹keyword return› ‹keyword this›.‹variable #›p; } }
        "#]],
    );
}

#[test]
fn lua() {
    check(
        "Lua",
        r#"-- Adds.
local function add(a, b)
  if a == nil then return "x\n" .. b end
  for i = 1, 10 do print(i) end
  t = { k = true, [1] = 2 }
end
"#,
        expect![[r#"
            ‹comment -- Adds.
            ›‹keyword local› ‹keyword function› ‹function add›(‹variable a›, ‹variable b›)
              ‹keyword if› a ‹operator ==› ‹constant nil› ‹keyword then› ‹keyword return› ‹string "x›‹constant \n›‹string "› ‹operator ..› b ‹keyword end›
              ‹keyword for› i ‹operator =› ‹number 1›, ‹number 10› ‹keyword do› ‹function print›(i) ‹keyword end›
              t ‹operator =› { ‹attribute k› = ‹constant true›, [‹number 1›] = ‹number 2› }
            ‹keyword end›
        "#]],
    );
}

#[test]
fn makefile() {
    check(
        "Makefile",
        r#"# Build
CC := gcc
all: main.o
	$(CC) -o $@ $<
.PHONY: all
ifeq ($(A),1)
include x.mk
endif
"#,
        expect![[r#"
            ‹comment # Build
            ›CC ‹operator :=› ‹string gcc›
            ‹function all›‹operator :› ‹string main.o›
            	‹keyword $(›‹variable CC›‹keyword )› ‹function -o› ‹keyword $@› ‹keyword $<›
            ‹function .PHONY›‹operator :› ‹string all›
            ‹keyword ifeq› (‹keyword $(›‹variable A›‹keyword )›,1)
            ‹keyword include› ‹string x.mk›
            ‹keyword endif›
        "#]],
    );
}

#[test]
fn php() {
    check(
        "PHP",
        r#"<?php
namespace App;
// Greets.
class A extends B {
    public function hi(string $name, int $n = 1): ?string {
        $x = "hi $name {$this->y}\n" . 'raw';
        foreach ($xs as $k => $v) { echo strlen($v); }
        return $n > 1 ? null : new A();
    }
}
?>
<p>text</p>
"#,
        expect![[r#"
            ‹punctuation <?php›
            ‹keyword namespace› ‹type App›;
            ‹comment // Greets.
            ›‹keyword class› ‹type A› ‹keyword extends› ‹type B› {
                ‹keyword public› ‹keyword function› ‹function hi›(‹keyword string› ‹variable $name›, ‹keyword int› ‹variable $n› ‹operator =› ‹number 1›): ‹keyword ?string› {
                    ‹variable $x› ‹operator =› ‹string "hi ›‹variable $name›‹string  {›‹variable $›‹keyword this›‹string ->y}›‹constant \n›‹string "› ‹operator .› ‹string 'raw'›;
                    ‹keyword foreach› (‹variable $xs› ‹keyword as› ‹variable $k› ‹operator =>› ‹variable $v›) { ‹function echo› ‹function strlen›(‹variable $v›); }
                    ‹keyword return› ‹variable $n› ‹operator >› ‹number 1› ? ‹constant null› : ‹keyword new› ‹type A›();
                }
            }
            ‹punctuation ?>›
            ‹punctuation <›‹tag p›‹punctuation >›text‹punctuation </›‹tag p›‹punctuation >›
        "#]],
    );
}

#[test]
fn php_without_its_tag() {
    check(
        "PHP",
        r#"function f(int $x) {
    return $x + 1; // no tag
}
"#,
        expect![[r#"
            ‹keyword function› ‹function f›(‹keyword int› ‹variable $x›) {
                ‹keyword return› ‹variable $x› ‹operator +› ‹number 1›; ‹comment // no tag
            ›}
        "#]],
    );
}

#[test]
fn python() {
    check(
        "Python",
        r#"#!/usr/bin/env python
from os import path
@dataclass
class A(B):
    """Doc."""
    def f(self, x: int = 1, *args) -> str:
        # comment
        s = f"a {x + 1!r}\n" + r'\d'
        if x is not None and not True:
            raise ValueError(s)
        return [len(y) for y in args if y > 0x1f]
"#,
        expect![[r#"
            ‹comment #!/usr/bin/env python
            ›‹keyword from› os ‹keyword import› path
            ‹attribute @dataclass›
            ‹keyword class› ‹type A›(‹type B›):
                ‹comment """Doc."""›
                ‹keyword def› ‹function f›(‹variable self›, ‹variable x›: ‹type int› ‹operator =› ‹number 1›, ‹operator *›‹variable args›) -> ‹type str›:
                    ‹comment # comment
            ›        s ‹operator =› ‹string f"a ›{x ‹operator +› ‹number 1›‹keyword !r›}‹constant \n›‹string "› ‹operator +› ‹string r'›‹constant \d›‹string '›
                    ‹keyword if› x ‹keyword is› ‹keyword not› ‹constant None› ‹keyword and› ‹keyword not› ‹constant True›:
                        ‹keyword raise› ‹type ValueError›(s)
                    ‹keyword return› [‹function len›(y) ‹keyword for› y ‹keyword in› args ‹keyword if› y ‹operator >› ‹number 0x1f›]
        "#]],
    );
}

#[test]
fn r() {
    check(
        "R",
        r#"# Fit
f <- function(x, n = 10) {
  if (is.null(x) && TRUE) return("a\n")
  y <- c(1, 2.5, NA) %>% mean(na.rm = TRUE)
  for (i in 1:n) x[[i]] <- i
}
"#,
        expect![[r#"
            ‹comment # Fit
            ›‹function f› ‹operator <-› ‹keyword function›(‹variable x›, ‹variable n› ‹operator =› ‹number 10›) {
              ‹keyword if› (‹function is.null›(x) ‹operator &&› ‹constant TRUE›) ‹keyword return›(‹string "a›‹constant \n›‹string "›)
              y ‹operator <-› ‹function c›(‹number 1›, ‹number 2.5›, ‹constant NA›) ‹operator %>%› ‹function mean›(‹variable na.rm› ‹operator =› ‹constant TRUE›)
              ‹keyword for› (i ‹keyword in› ‹number 1›‹keyword :›n) x[[i]] ‹operator <-› i
            }
        "#]],
    );
}

#[test]
fn ruby() {
    check(
        "Ruby",
        r#"require 'json'
# Greets.
class A < B
  attr_reader :name
  def hi(n = 1, key: nil)
    @x = "hi #{n + 1}\n"
    puts @x unless n.nil? && true
    [1, 2].each do |v|
      yield v =~ /a+/i
    end
  end
end
"#,
        expect![[r#"
            ‹keyword require› ‹string 'json'›
            ‹comment # Greets.
            ›‹keyword class› ‹type A› < ‹type B›
              ‹keyword attr_reader› ‹constant :name›
              ‹keyword def› ‹function hi›(‹variable n› ‹operator =› ‹number 1›, ‹variable key›: ‹constant nil›)
                ‹variable @x› ‹operator =› ‹string "hi ›#{n ‹operator +› ‹number 1›}‹constant \n›‹string "›
                ‹function puts› ‹variable @x› ‹keyword unless› n.‹function nil?› ‹operator &&› ‹constant true›
                [‹number 1›, ‹number 2›].each ‹keyword do› |‹variable v›|
                  ‹keyword yield› v ‹operator =~›‹string  /a+/›‹keyword i›
                ‹keyword end›
              ‹keyword end›
            ‹keyword end›
        "#]],
    );
}

#[test]
fn typescript() {
    check(
        "TypeScript",
        r#"import type { A } from "./a";
// Generic.
export interface P<T extends object = {}> { readonly x?: T[]; f(n: number): void }
enum E { One = 1 }
const id = <T,>(x: T): x is T => `a ${x as string}` !== null;
abstract class B implements P<string> {
  constructor(private n: number) { super(); }
  get<K>(k: K): Map<string, K> | undefined { return new Map(); }
}
"#,
        expect![[r#"
            ‹keyword import› ‹keyword type› { A } ‹keyword from› ‹string "./a"›;
            ‹comment // Generic.›
            ‹keyword export› ‹keyword interface› ‹type P›<‹type T› ‹keyword extends› ‹type object› ‹operator =› {}> { ‹keyword readonly› x‹operator ?:› ‹type T›[]; ‹function f›(‹variable n›‹operator :› ‹type number›)‹operator :› ‹type void› }
            ‹keyword enum› ‹type E› { One ‹operator =› ‹number 1› }
            ‹keyword const› ‹function id› ‹operator =› <‹type T›,>(‹variable x›‹operator :› ‹type T›)‹operator :› ‹variable x› ‹keyword is› ‹type T› ‹keyword =>› ‹string `a ›${x ‹keyword as› ‹type string›}‹string `› ‹operator !==› ‹constant null›;
            ‹keyword abstract› ‹keyword class› ‹type B› ‹keyword implements› ‹type P›<‹type string›> {
              ‹keyword constructor›(‹keyword private› ‹variable n›‹operator :› ‹type number›) { ‹keyword super›(); }
              ‹function get›<‹type K›>(‹variable k›‹operator :› ‹type K›)‹operator :› ‹type Map›<‹type string›, ‹type K›> ‹operator |› ‹type undefined› { ‹keyword return› ‹keyword new› ‹type Map›(); }
            }
        "#]],
    );
}

#[test]
fn tsx() {
    check(
        "TypeScriptReact",
        r#"import React, { useState } from "react";
export default function App({ name }: { name: string }) {
  const [n, setN] = useState<number>(0);
  return (
    <div className="a" onClick={() => setN(n + 1)}>
      {/* note */}
      Hello, {name}! <Foo.Bar x={1} {...rest} />
    </div>
  );
}
"#,
        expect![[r#"
            ‹keyword import› React, { useState } ‹keyword from› ‹string "react"›;
            ‹keyword export› ‹keyword default› ‹keyword function› ‹function App›({ ‹variable name› }‹operator :› { name‹operator :› ‹type string› }) {
              ‹keyword const› [n, setN] ‹operator =› ‹function useState›<‹type number›>(‹number 0›);
              ‹keyword return› (
                ‹punctuation <›‹tag div› ‹attribute className›‹operator =›‹string "a"› ‹attribute onClick›‹operator =›‹punctuation {›() ‹keyword =>› ‹function setN›(n ‹operator +› ‹number 1›)‹punctuation }>›
                  ‹punctuation {›‹comment /* note */›‹punctuation }›
                  Hello, ‹punctuation {›name‹punctuation }›! ‹punctuation <›‹type Foo.Bar› ‹attribute x›‹operator =›‹punctuation {›‹number 1›‹punctuation }› ‹punctuation {›‹operator ...›rest‹punctuation }› ‹punctuation />›
                ‹punctuation </›‹tag div›‹punctuation >›
              );
            }
        "#]],
    );
}
