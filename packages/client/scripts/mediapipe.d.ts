// The package keeps its own types where TypeScript does not look for them. This is the part that is used.
declare module '@mediapipe/tasks-vision' {
  type Files = { wasmLoaderPath: string; wasmBinaryPath: string }
  type Options = {
    baseOptions: { modelAssetPath: string; delegate: 'CPU' | 'GPU' }
    runningMode: 'VIDEO'
    numHands?: number
    numPoses?: number
  }
  type Found = { landmarks: { x: number; y: number; z: number }[][] }

  export type Landmarker = { detectForVideo(picture: ImageBitmap, t: number): Found }
  export const HandLandmarker: { createFromOptions(files: Files, options: Options): Promise<Landmarker> }
  export const PoseLandmarker: { createFromOptions(files: Files, options: Options): Promise<Landmarker> }
}

declare module '@mediapipe/tasks-vision/vision_wasm_module_internal.js' {
  const ModuleFactory: unknown
  export default ModuleFactory
}
