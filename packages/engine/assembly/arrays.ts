// What the kernel's Float64Array and Int32Array become: numbers at an address, without the header, the bounds checks and the
// collector of AssemblyScript's own arrays. They live until the next call starts over.

let top: usize = __heap_base

@unmanaged
@final
export class Float64s {
  constructor(length: i32) {
    return changetype<Float64s>(zeros((length as usize) << 3))
  }

  @inline
  @operator('[]')
  get(i: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((i as usize) << 3))
  }

  @inline
  @operator('[]=')
  set(i: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((i as usize) << 3), value)
  }
}

@unmanaged
@final
export class Int32s {
  constructor(length: i32) {
    return changetype<Int32s>(zeros((length as usize) << 2))
  }

  @inline
  @operator('[]')
  get(i: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((i as usize) << 2))
  }

  @inline
  @operator('[]=')
  set(i: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((i as usize) << 2), value)
  }
}

/** Gives up all arrays. */
export function startOver(): void {
  top = __heap_base
}

/** An array of zeros; where memory cannot grow, the call ends with a trap. */
export function allocate(length: i32): Float64s {
  return new Float64s(length)
}

function zeros(bytes: usize): usize {
  const start: usize = (top + 15) & ~15
  top = start + bytes
  const missing: i32 = (((top + 0xffff) >>> 16) as i32) - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
  memory.fill(start, 0, bytes)
  return start
}
