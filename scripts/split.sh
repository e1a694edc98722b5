#!/usr/bin/env bash
# Puts the app's module, divided into what the first screen needs and the parts that are loaded later (src/bin/colloquy/lazy.rs), in
# the place of the whole one that Trunk has made. Run by scripts/finish-build.sh.
#
# All files carry one hash: a part fits only the module that it was taken from.
source "$(dirname "$0")/common.bash"

linked=${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/$TRUNK_PROFILE/colloquy.wasm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

split() { env -u CARGO_BUILD_TARGET cargo run --quiet -p split -- "$@"; }

split "$linked" "$work" app
wasm-bindgen --target web --no-typescript --keep-lld-exports --no-demangle --remove-name-section \
  --remove-producers-section --out-dir "$work" --out-name app "$work/app.wasm" 2>"$work/bindgen.log" ||
  need "wasm-bindgen failed:" "$(cat "$work/bindgen.log")"
split --quiet "$work/app.js" "$work/app_bg.wasm"

# The loader of the parts becomes a piece of the app's own script: a file more would be a round trip more.
loader=$work/__wasm_split.js
is_import='import \* as [a-z0-9]+ from "\./__wasm_split\.js";?'
grep -qxE "$is_import" "$work/app.js" && grep -qF 'WebAssembly.instantiateStreaming(src, imports)' "$loader" ||
  need "wasm-bindgen or the splitter writes other scripts than the versions that this was made for."
{
  grep -vxE "$is_import" "$work/app.js"
  # Some hosts do not know the type of .wasm files. Streaming insists on it; wasm-bindgen's own loader does without.
  # A part that cannot be fetched is the page's to report, and none of its business where a reload cut it off.
  sed -e '/^import /d' -e '/^ *\/\//d' -e 's|^export const|const|' -e 's|console\.error(e)|console.debug(e)|' \
    -e 's|WebAssembly.instantiateStreaming(src, imports)|WebAssembly.instantiate(await whole(await src), imports)|' "$loader"
  # shellcheck disable=SC2016 # The script's own placeholders.
  echo 'const whole = (part) => { if (part.ok) return part.arrayBuffer(); throw new Error(`${part.url}: HTTP ${part.status}`); };'
  echo "const loaders = { $(sed -n 's|^export const \([a-zA-Z0-9_]*\) =.*|\1,|p' "$loader" | tr '\n' ' ')};"
  # wasm-bindgen writes one import for each loader, all alike.
  grep -xE "$is_import" "$work/app.js" | cut -d ' ' -f 4 | sed 's|.*|const & = loaders;|'
} >"$work/whole.js"

mv "$work/app_bg.wasm" "$work/main.bin"
rm "$work/app.wasm"
hash=$(cat "$work/whole.js" "$work/main.bin" "$work"/*.wasm | cksum | tr -d ' ')

cd "$TRUNK_STAGING_DIR"
trunks=$(sed -n 's|.*data-js="[^"]*\(colloquy-[0-9a-f]*\)\.js".*|\1|p' index.html)
[ -n "$trunks" ] || need "index.html does not name the app's script."
rm "$trunks.js" "${trunks}_bg.wasm"
sed "s|$trunks|colloquy-$hash|g" index.html >index.html.new
mv index.html.new index.html
sed -e "s|app_bg\.wasm|colloquy-${hash}_bg.wasm|g" \
  -e "s|\./split_\([a-z0-9_]*\)\.wasm|./\1-$hash.lazy.wasm|g" \
  -e "s|\./chunk_\([0-9]*\)\.wasm|./shared_\1-$hash.lazy.wasm|g" "$work/whole.js" >"colloquy-$hash.js"
mv "$work/main.bin" "colloquy-${hash}_bg.wasm"
for part in "$work"/*.wasm; do
  name=$(basename "$part" .wasm)
  name=${name#split_}
  mv "$part" "${name/#chunk_/shared_}-$hash.lazy.wasm"
done
