#!/usr/bin/env bash
# Brings the browsers that the tests drive, and their drivers.
# Usage: scripts/browsers.sh [chromium] [firefox] [webkit]
source "$(dirname "$0")/common.bash"

packages=()
wants_geckodriver=

minibrowser() { compgen -G '/usr/lib/*/webkit2gtk-4.*/MiniBrowser' >/dev/null; }

for engine in "$@"; do
  case $engine in
    chromium)
      { have chromium || have chromium-browser || have google-chrome; } || packages+=(chromium)
      have chromedriver || packages+=(chromium-driver)
      ;;
    firefox)
      { have firefox-esr || have firefox; } || packages+=(firefox-esr)
      have geckodriver || wants_geckodriver=yes
      ;;
    webkit)
      have WebKitWebDriver || packages+=(webkit2gtk-driver)
      minibrowser || packages+=(libwebkit2gtk-4.1-0)
      have Xvfb || packages+=(xvfb)
      ;;
    *) need "There is no engine called $engine." "Choose from: chromium firefox webkit" ;;
  esac
done

if [ ${#packages[@]} -gt 0 ]; then
  # Without these, text in screenshots is empty boxes.
  packages+=(fonts-dejavu-core fonts-liberation fonts-noto-color-emoji)
  install="apt-get install -y --no-install-recommends ${packages[*]}"
  is_debian_root || need "The tests need browsers that are not here." \
    "On Debian or Ubuntu, as root: $install" \
    "Elsewhere, install them in your system's way: Chromium with chromedriver, Firefox ESR, WebKitGTK with WebKitWebDriver and MiniBrowser, Xvfb."
  say "installing ${packages[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  $install
fi

if [ -n "$wants_geckodriver" ]; then
  cargo_install geckodriver --locked
fi
