# shellcheck shell=bash
# Sourced by .ci/run: makes a Docker engine answer, and ends the one it started.

docker_pid=

docker_answers() {
  docker info >/dev/null 2>&1
}

# A fresh machine has no service manager, so the engine is started by hand. The plain command is right on most machines;
# the others are for kernels without overlay or without the iptables modules (the tests' containers publish no
# ports: they are on the machine's own network).
start_docker() {
  if docker_answers; then return; fi
  local log
  log=$(mktemp)
  for options in '' '--storage-driver=vfs' '--iptables=false --ip6tables=false' '--storage-driver=vfs --iptables=false --ip6tables=false'; do
    # shellcheck disable=SC2086 # each word is an option
    setsid dockerd $options >"$log" 2>&1 </dev/null &
    docker_pid=$!
    if wait_for_docker; then
      rm -f "$log"
      return
    fi
    stop_docker
  done
  tail -n 30 "$log" >&2
  echo 'no Docker engine answers and dockerd does not start; its last log is above' >&2
  return 1
}

wait_for_docker() {
  for _ in $(seq 150); do
    if docker_answers; then return; fi
    if ! kill -0 "$docker_pid" 2>/dev/null; then return 1; fi
    sleep 0.2
  done
  return 1
}

stop_docker() {
  if [ -z "$docker_pid" ]; then return; fi
  kill "$docker_pid" 2>/dev/null || true
  wait "$docker_pid" 2>/dev/null || true
  docker_pid=
}
