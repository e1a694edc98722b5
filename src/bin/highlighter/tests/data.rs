//! Languages that describe: documents, data, queries, builds.

use super::check;
use expect_test::expect;

#[test]
fn css() {
    check(
        "CSS",
        r#"/* Buttons */
@media (min-width: 40rem) {
  .btn:hover > a[href^="http"], #id::before {
    color: #ff0000;
    margin: 0 auto 1.5em !important;
    background: var(--bg, url("a.png"));
  }
}
"#,
        expect![[r#"
            ‹comment /* Buttons */›
            ‹keyword @media› (‹attribute min-width›: ‹number 40rem›) {
              ‹attribute .btn›:hover > ‹tag a›[‹attribute href›‹operator ^=›‹string "http"›], ‹attribute #id›::before {
                ‹attribute color›: ‹constant #ff0000›;
                ‹attribute margin›: ‹number 0› ‹constant auto› ‹number 1.5em› ‹keyword !important›;
                ‹attribute background›: ‹function var›(‹attribute --bg›, url("a.png"));
              }
            }
        "#]],
    );
}

#[test]
fn diff() {
    check(
        "Diff",
        r#"diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@ fn a
 same
-old
+new
"#,
        expect![[r#"
            diff --git a/a.txt b/a.txt
            index 1..2 100644
            ‹heading --- a/a.txt
            +++ b/a.txt
            @@ -1,2 +1,2 @@ fn a
            › same
            ‹deleted -old
            ›‹inserted +new
            ›"#]],
    );
}

#[test]
fn dockerfile() {
    check(
        "Dockerfile (with bash)",
        r#"# Build
FROM rust:1.95 AS build
WORKDIR /app
ENV A=1
COPY --from=build . .
RUN apt-get update && \
    echo "$A"
CMD ["cargo", "run"]
"#,
        expect![[r#"
            ‹comment # Build
            ›‹keyword FROM› rust:‹type 1.95› ‹keyword AS› build
            ‹keyword WORKDIR ›/app
            ‹keyword ENV ›A=1
            ‹keyword COPY ›--from=build . .
            ‹keyword RUN› ‹function apt-get› update ‹operator &&› \
                ‹function echo› ‹string "›‹variable $A›‹string "›
            ‹keyword CMD› [‹string "cargo"›, ‹string "run"›]
        "#]],
    );
}

#[test]
fn html() {
    check(
        "HTML",
        r#"<!DOCTYPE html>
<html lang="en">
<!-- A page -->
<head>
<style>p { color: red; }</style>
<script>const x = 1; // js
</script>
</head>
<body class="a">Tom &amp; Jerry <br/></body>
</html>
"#,
        expect![[r#"
            ‹punctuation <!›‹keyword DOCTYPE› ‹constant html›‹punctuation >›
            ‹punctuation <›‹tag html› ‹attribute lang›=‹string "en"›‹punctuation >›
            ‹comment <!-- A page -->›
            ‹punctuation <›‹tag head›‹punctuation >›
            ‹punctuation <›‹tag style›‹punctuation >›‹tag p› { ‹attribute color›: ‹constant red›; }‹punctuation </›‹tag style›‹punctuation >›
            ‹punctuation <›‹tag script›‹punctuation >›‹keyword const› x ‹operator =› ‹number 1›; ‹comment // js
            ›‹punctuation </›‹tag script›‹punctuation >›
            ‹punctuation </›‹tag head›‹punctuation >›
            ‹punctuation <›‹tag body› ‹attribute class›=‹string "a"›‹punctuation >›Tom ‹constant &amp;› Jerry ‹punctuation <›‹tag br›‹punctuation /></›‹tag body›‹punctuation >›
            ‹punctuation </›‹tag html›‹punctuation >›
        "#]],
    );
}

#[test]
fn ini() {
    check(
        "INI",
        r#"; settings
[section]
key = value
path = "C:\\x"
n = 1
"#,
        expect![[r#"
            ‹comment ; settings
            ›[‹heading section›]
            ‹attribute key› = ‹string value›
            ‹attribute path› = "‹string C:\\x›"
            ‹attribute n› = ‹string 1›
        "#]],
    );
}

#[test]
fn json() {
    check(
        "JSON",
        r#"{
  "name": "a\n",
  "n": -1.5e3,
  "list": [true, null, {"k": "v"}]
}
"#,
        expect![[r#"
            {
              ‹attribute "name"›: ‹string "a›‹constant \n›‹string "›,
              ‹attribute "n"›: ‹number -1.5e3›,
              ‹attribute "list"›: [‹constant true›, ‹constant null›, {‹attribute "k"›: ‹string "v"›}]
            }
        "#]],
    );
}

#[test]
fn markdown() {
    check(
        "Markdown",
        r#"# Title

Some *emphasis*, **strong**, `code` and [link](https://a.b "t").

> quote

- item
1. one

```rust
fn main() {}
```
"#,
        expect![[r#"
            ‹heading # Title
            ›
            Some *emphasis*, **strong**, ‹string `code`› and [link](‹string https://a.b "t"›).

            ‹comment > quote
            ›
            ‹operator -› item
            ‹operator 1.› one

            ```‹constant rust›
            ‹keyword fn› ‹function main›() {}
            ```
        "#]],
    );
}

#[test]
fn scss() {
    check(
        "SCSS",
        r#"// Mix
$size: 10px;
@mixin m($a) { width: $a * 2; }
.a {
  &:hover { @include m($size); color: darken(#fff, 10%); }
}
"#,
        expect![[r#"
            ‹comment // Mix
            ›‹variable $size›: ‹number 10px›;
            ‹keyword @mixin› ‹function m›(‹variable $a›) { ‹attribute width›: ‹variable $a› ‹operator *› ‹number 2›; }
            ‹attribute .a› {
              ‹operator &›:hover { ‹keyword @include›‹function  m›(‹variable $size›); ‹attribute color›: ‹function darken›(‹constant #fff›, ‹number 10%›); }
            }
        "#]],
    );
}

#[test]
fn sql() {
    check(
        "SQL",
        r#"-- Users
SELECT u.id, COUNT(*) AS n, 'it''s'
FROM users u LEFT JOIN orders o ON o.user_id = u.id
WHERE u.age >= 18 AND u.name LIKE '%a%' OR u.x IS NULL
GROUP BY u.id ORDER BY n DESC LIMIT 10;
CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL);
"#,
        expect![[r#"
            ‹comment -- Users
            ›‹keyword SELECT› u.id, ‹function COUNT›(‹operator *›) ‹keyword AS› n, ‹string 'it›‹constant ''›‹string s'›
            ‹keyword FROM› users u ‹keyword LEFT JOIN› orders o ‹keyword ON› o.user_id ‹operator =› u.id
            ‹keyword WHERE› u.age ‹operator >=› ‹number 18› ‹keyword AND› u.name ‹keyword LIKE› ‹string '%a%'› ‹keyword OR› u.x ‹keyword IS› ‹constant NULL›
            ‹keyword GROUP BY› u.id ‹keyword ORDER BY› n ‹keyword DESC› ‹keyword LIMIT› ‹number 10›;
            ‹keyword CREATE› ‹keyword TABLE› ‹function t› (id ‹keyword INT› ‹keyword PRIMARY KEY›, name ‹keyword VARCHAR›(‹number 20›) ‹keyword NOT› ‹constant NULL›);
        "#]],
    );
}

#[test]
fn toml() {
    check(
        "TOML",
        r#"# Package
[package]
name = "a\n"
version = 1.5
list = [true, 1979-05-27]
[a.b]
"k e y" = 'raw'
"#,
        expect![[r#"
            ‹comment # Package›
            [‹type package›]
            ‹attribute name› = ‹string "a›‹constant \n›‹string "›
            ‹attribute version› = ‹number 1.5›
            ‹attribute list› = [‹constant true›, ‹constant 1979-05-27›]
            [‹type a›.‹type b›]
            ‹attribute "k e y"› = ‹string 'raw'›
        "#]],
    );
}

#[test]
fn terraform() {
    check(
        "Terraform",
        r#"# Net
resource "aws_instance" "web" {
  ami   = var.ami
  count = 2
  tags = { Name = "web-${var.env}" }
  on    = true
}
"#,
        expect![[r#"
            ‹comment # Net
            ›‹keyword resource› ‹string "aws_instance"› ‹string "web"› {
              ‹attribute ami›   ‹operator = ›‹constant var›‹operator .›ami
              ‹attribute count› ‹operator = ›‹number 2›
              ‹attribute tags› ‹operator = ›{ ‹attribute Name› ‹operator =› ‹string "web-›‹punctuation ${›‹constant var›‹operator .›env‹punctuation }›‹string "› }
              ‹attribute on›    ‹operator = ›‹constant true›
            }
        "#]],
    );
}

#[test]
fn xml() {
    check(
        "XML",
        r#"<?xml version="1.0"?>
<!-- note -->
<a:root xmlns:a="http://a">
  <item id="1">text &lt;</item>
  <![CDATA[raw]]>
</a:root>
"#,
        expect![[r#"
            ‹punctuation <?›‹tag xml› ‹attribute version›=‹string "1.0"›‹punctuation ?>›
            ‹comment <!-- note -->›
            ‹punctuation <›‹tag a:root› ‹attribute xmlns:a›=‹string "http://a"›‹punctuation >›
              ‹punctuation <›‹tag item› ‹attribute id›=‹string "1"›‹punctuation >›text ‹constant &lt;›‹punctuation </›‹tag item›‹punctuation >›
              ‹punctuation <![›‹keyword CDATA›‹punctuation [›‹string raw›‹punctuation ]]>›
            ‹punctuation </›‹tag a:root›‹punctuation >›
        "#]],
    );
}

#[test]
fn yaml() {
    check(
        "YAML",
        r#"# Service
version: "3.8"
services:
  web: &base
    image: nginx:1.2
    ports: [80, 443]
    on: true
    empty: null
  b: *base
text: |
  block
"#,
        expect![[r#"
            ‹comment # Service
            ›‹attribute version›: ‹string "3.8"›
            ‹attribute services›:
              ‹attribute web›: ‹keyword &›‹type base›
                ‹attribute image›: ‹string nginx:1.2›
                ‹attribute ports›: [‹number 80›, ‹number 443›]
                ‹constant on›: ‹constant true›
                ‹attribute empty›: ‹constant null›
              ‹attribute b›: ‹keyword *›base
            ‹attribute text›: ‹keyword |›
            ‹string   block
            ›"#]],
    );
}

#[test]
fn sass() {
    check(
        "Sass",
        r#"// Mix
$size: 10px
=m($a)
  width: $a * 2
.a
  &:hover
    +m($size)
    color: red
"#,
        expect![[r#"
            ‹comment // Mix
            ›‹variable $size›: ‹number 10px›
            ‹function =m›(‹variable $a›)
              ‹attribute width›: ‹variable $a› ‹operator *› ‹number 2›
            ‹attribute .a›
              ‹operator &›:hover
                ‹function +m›(‹variable $size›)
                ‹attribute color›: ‹constant red›
        "#]],
    );
}
