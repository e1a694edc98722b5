//! Languages that are compiled.

use super::check;
use expect_test::expect;

#[test]
fn c() {
    check(
        "C",
        r#"#include <stdio.h>
#define MAX 10
/* Adds. */
static int add(const char *s, size_t n) {
    for (unsigned i = 0; i < n; i++) printf("%d\n", s[i] + 0x1F);
    return n > MAX ? NULL != s : -1; // done
}
struct point { double x; };
"#,
        expect![[r#"
            ‹keyword #include› ‹string <stdio.h>›
            ‹keyword #define› ‹constant MAX› ‹number 10›
            ‹comment /* Adds. */›
            ‹keyword static› ‹keyword int› ‹function add›(‹keyword const› ‹keyword char› ‹operator *›‹variable s›, ‹type size_t› ‹variable n›) {
                ‹keyword for› (‹keyword unsigned› i ‹operator =› ‹number 0›; i ‹operator <› n; i‹operator ++›) ‹function printf›(‹string "›‹constant %d\n›‹string "›, s[i] ‹operator +› ‹number 0x1F›);
                ‹keyword return› n ‹operator >› MAX ‹operator ?› ‹constant NULL› ‹operator !=› s ‹operator :› ‹operator -›‹number 1›; ‹comment // done
            ›}
            ‹keyword struct› ‹type point› { ‹keyword double› x; };
        "#]],
    );
}

#[test]
fn c_sharp() {
    check(
        "C#",
        r#"using System.Linq;
namespace App;
// Counts.
public class Counter : IDisposable {
    private readonly int _n = 1;
    public async Task<string> Run(string name) {
        var x = await Load<int>(name ?? "none");
        return $"{x} of {name}\n" + true;
    }
}
"#,
        expect![[r#"
            ‹keyword using› System.Linq;
            ‹keyword namespace› ‹type App›;
            ‹comment // Counts.
            ›‹keyword public› ‹keyword class› ‹type Counter› : ‹type IDisposable› {
                ‹keyword private› ‹keyword readonly› ‹keyword int› _n ‹operator =› ‹number 1›;
                ‹keyword public› ‹keyword async› ‹type Task›<‹keyword string›> ‹function Run›(‹keyword string› ‹variable name›) {
                    ‹keyword var› x ‹operator =› ‹keyword await› ‹function Load›<‹keyword int›>(name ‹operator ??› ‹string "none"›);
                    ‹keyword return› ‹string $"›{x}‹string  of ›{name}‹constant \n›‹string "› ‹operator +› ‹constant true›;
                }
            }
        "#]],
    );
}

#[test]
fn c_plus_plus() {
    check(
        "C++",
        r#"#include <vector>
namespace a::b {
template <typename T> class Box : public Base {
 public:
  explicit Box(T v) : v_{std::move(v)} {}
  auto get() const -> const T& { return v_; } // get
 private:
  std::vector<int> xs = {1, 2'000, 0xff};
};
}
int main() { std::cout << "hi\n" << nullptr; return 0; }
"#,
        expect![[r#"
            ‹keyword #include› ‹string <vector>›
            ‹keyword namespace› ‹type a::b› {
            ‹keyword template› <‹keyword typename› T> ‹keyword class› ‹type Box› : ‹keyword public› ‹type Base› {
             ‹keyword public›:
              ‹keyword explicit› ‹function Box›(T ‹variable v›) : v_{std::‹function move›(v)} {}
              ‹keyword auto› ‹function get›() ‹keyword const› -> ‹keyword const› T‹operator &› { ‹keyword return› v_; } ‹comment // get
            › ‹keyword private›:
              std::vector<‹keyword int›> xs ‹operator =› {‹number 1›, ‹number 2'000›, ‹number 0xff›};
            };
            }
            ‹keyword int› ‹function main›() { std::cout ‹operator <<› ‹string "hi›‹constant \n›‹string "› ‹operator <<› ‹constant nullptr›; ‹keyword return› ‹number 0›; }
        "#]],
    );
}

#[test]
fn dart() {
    check(
        "Dart",
        r#"import 'dart:io';
// Greets.
class Greeter extends Base {
  final String name;
  Future<void> hi(int n) async {
    print('hi $name ${n + 1}');
    return null;
  }
}
"#,
        expect![[r#"
            ‹keyword import› ‹string 'dart:io'›;
            ‹comment // Greets.›
            ‹keyword class› ‹type Greeter› ‹keyword extends› ‹type Base› {
              ‹keyword final› ‹type String› name;
              ‹type Future›‹operator <›‹keyword void›‹operator >› ‹function hi›(‹type int› n) ‹keyword async› {
                ‹function print›(‹string 'hi $›‹variable name›‹string  ${›‹variable n + 1›‹string }'›);
                ‹keyword return› ‹constant null›;
              }
            }
        "#]],
    );
}

#[test]
fn go() {
    check(
        "Go",
        r#"package main

import "fmt"

// Point is one.
type Point struct{ X, Y int }

func (p *Point) Add(n int) (string, error) {
	if n := len("a\n"); n > 0 && p != nil {
		return fmt.Sprintf("%d", n), nil
	}
	for i := range make([]int, 3) {
		go p.Add(i)
	}
	return `raw`, nil
}
"#,
        expect![[r#"
            ‹keyword package› main

            ‹keyword import› ‹string "fmt"›

            ‹comment // Point is one.
            ›‹keyword type› ‹type Point› ‹keyword struct›{ X, Y ‹type int› }

            ‹keyword func› (‹variable p› ‹operator *›‹keyword Point›) ‹function Add›(‹variable n› ‹type int›) (‹type string›, ‹type error›) {
            	‹keyword if› n ‹operator :=› ‹function len›(‹string "a›‹constant \n›‹string "›); n ‹operator >› ‹number 0› ‹operator &&› p ‹operator !=› ‹constant nil› {
            		‹keyword return› fmt.‹function Sprintf›(‹string "›‹constant %d›‹string "›, n), ‹constant nil›
            	}
            	‹keyword for› i ‹operator :=› ‹keyword range› ‹function make›([]‹type int›, ‹number 3›) {
            		‹keyword go› p.‹function Add›(i)
            	}
            	‹keyword return› ‹string `raw`›, ‹constant nil›
            }
        "#]],
    );
}

#[test]
fn java() {
    check(
        "Java",
        r#"package a.b;
import java.util.List;
/** Doc. */
@Override
public final class Main<T> extends Base implements Runnable {
    private static final int MAX = 10;
    public void run(List<String> xs) throws Exception {
        for (String x : xs) System.out.println("x: " + x + '\n');
        this.n = new Main<>(1L); // go
        return null;
    }
}
"#,
        expect![[r#"
            ‹keyword package› ‹type a.b›;
            ‹keyword import› ‹type java›.‹type util›.‹type List›;
            ‹comment /** Doc. */›
            ‹attribute @Override
            ›‹keyword public› ‹keyword final› ‹keyword class› ‹type Main›<‹variable T›> ‹keyword extends› ‹type Base› ‹keyword implements› ‹type Runnable› {
                ‹keyword private› ‹keyword static› ‹keyword final› ‹keyword int› ‹constant MAX› ‹operator =› ‹number 10›;
                ‹keyword public› ‹keyword void› ‹function run›(‹type List›<‹type String›> ‹variable xs›) ‹keyword throws› ‹type Exception› {
                    ‹keyword for› (‹type String› x ‹operator :› xs) ‹type System›.out.‹function println›(‹string "x: "› ‹operator +› x ‹operator +› ‹string '›‹constant \n›‹string '›);
                    ‹keyword this›.n ‹operator =› ‹keyword new› ‹type Main›<>(‹number 1L›); ‹comment // go
            ›        ‹keyword return› ‹constant null›;
                }
            }
        "#]],
    );
}

#[test]
fn kotlin() {
    check(
        "Kotlin",
        r#"package a
import b.C
// Data.
data class P(val x: Int, var y: String = "a $x ${x + 1}")
fun main(args: Array<String>) {
    val n = listOf(1, 2).map { it * 2 }
    if (n.isEmpty()) return else println("n\n")
    when (n) { null -> true }
}
"#,
        expect![[r#"
            ‹keyword package› ‹type a
            ›‹keyword import› b.C
            ‹comment // Data.
            ›‹keyword data› ‹keyword class› ‹type P›(‹keyword val› ‹variable x›‹operator :› ‹keyword Int›, ‹keyword var› ‹variable y›‹operator :› ‹keyword String› ‹operator =› ‹string "a ›‹variable $x›‹string  ›‹variable ${x + 1}›‹string "›)
            ‹keyword fun› ‹function main›(‹variable args›‹operator :› ‹keyword Array›<‹keyword String›>) {
                ‹keyword val› ‹type n› ‹operator =› listOf(‹number 1›, ‹number 2›)‹operator .›map { it ‹operator *› ‹number 2› }
                ‹keyword if› (n‹operator .›isEmpty()) ‹keyword return› ‹keyword else› println(‹string "n›‹constant \n›‹string "›)
                ‹keyword when› (n) { ‹constant null› ‹operator ->› ‹constant true› }
            }
        "#]],
    );
}

#[test]
fn rust() {
    check(
        "Rust",
        r#"//! Docs.
use std::fmt;
#[derive(Debug)]
pub struct P<'a, T> { x: &'a T }
impl<'a, T: Clone> P<'a, T> {
    /// One.
    pub async fn get(&self, n: u32) -> Option<String> {
        let mut s = format!("{n} {}\n", 1_000u64 + 0xff);
        match n { 0 => None, _ if true => Some(s), MAX => 'c'.into() }
    }
}
const MAX: usize = 2;
"#,
        expect![[r#"
            ‹comment //! Docs.
            ›‹keyword use› std::fmt;
            ‹attribute #[derive(Debug)]›
            ‹keyword pub› ‹keyword struct› ‹type P›<‹keyword 'a›, T> { x: ‹operator &›‹keyword 'a› T }
            ‹keyword impl›<‹keyword 'a›, T: ‹type Clone›> ‹type P›<‹keyword 'a›, T> {
                ‹comment /// One.
            ›    ‹keyword pub› ‹keyword async› ‹keyword fn› ‹function get›(‹operator &›‹variable self›, ‹variable n›: ‹keyword u32›) -> ‹type Option›<‹type String›> {
                    ‹keyword let› ‹keyword mut› s ‹operator =› ‹function format!›(‹string "›‹constant {n}›‹string  ›‹constant {}\n›‹string "›, ‹number 1_000u64› ‹operator +› ‹number 0xff›);
                    ‹keyword match› n { ‹number 0› ‹operator =>› ‹type None›, ‹operator _› ‹keyword if› ‹constant true› ‹operator =>› ‹type Some›(s), ‹constant MAX› ‹operator =>› ‹string 'c'›.‹function into›() }
                }
            }
            ‹keyword const› ‹constant MAX›: ‹keyword usize› ‹operator =› ‹number 2›;
        "#]],
    );
}

#[test]
fn swift() {
    check(
        "Swift",
        r#"import UIKit
// Point.
struct P: Codable {
    let x: Int
    func f(_ n: Double, by k: String = "a") async throws -> String? {
        guard let y = n as? Int, y > 1 else { return nil }
        return "x \(y + 1)\n" + self.k
    }
}
"#,
        expect![[r#"
            ‹keyword import› ‹type UIKit›
            ‹comment // Point.›
            ‹keyword struct› P: Codable {
                ‹keyword let› x: ‹type Int›
                ‹keyword func› ‹function f›(_ n: ‹type Double›, by k: ‹type String› ‹operator =› ‹string "a"›) ‹keyword async› ‹keyword throws› ‹operator ->› ‹type String›? {
                    ‹keyword guard› ‹keyword let› y ‹operator =› n ‹keyword as?› ‹type Int›, y ‹operator >› ‹number 1› ‹keyword else› { ‹keyword return› ‹constant nil› }
                    ‹keyword return› ‹string "x ›‹punctuation \(›y ‹operator +› ‹number 1›‹punctuation )›‹constant \n›‹string "› ‹operator +› ‹keyword self›‹operator .›k
                }
            }
        "#]],
    );
}
