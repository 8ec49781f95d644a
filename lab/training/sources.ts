/** Whose recordings the model was learned from, under which terms; written into the model file. */
export const SOURCES = [
  {
    set: 'sp-sw-har',
    licence: 'CC BY 4.0',
    citation: 'Matey-Sanz, Casteleyn, Granell, Data in Brief 2023, 109809; doi 10.5281/zenodo.8398688',
  },
  {
    set: 'sisfall',
    licence: 'open for research with citation',
    citation: 'Sucerquia, López, Vargas-Bonilla, SisFall: A Fall and Movement Dataset, Sensors 2017',
  },
  {
    set: 'pocket-gait',
    licence: 'none stated; evaluation use',
    citation:
      'Zou, Ni, Wang, Li, Zheng, Robust Gait Recognition by Integrating Inertial and RGBD Sensors, IEEE T. Cybernetics 2018',
  },
  {
    set: 'air-letters',
    licence: 'none stated; evaluation use',
    citation: 'AirGestureClassifier, github.com/Beatrice111/AirGestureClassifier',
  },
  { set: 'android-digits', licence: 'MIT', citation: 'Cai Jiechao, Android IMU Digits Gesture Dataset, 2025' },
  {
    set: 'directional-strokes',
    licence: 'none stated; evaluation use',
    citation: 'GM_masters, github.com/asmaarabie/GM_masters',
  },
  {
    set: 'forearm-gestures',
    licence: 'none stated; evaluation use',
    citation: 'GRWD, github.com/GyronicsTechnologies/GRWD',
  },
  { set: 'utd-mhad', licence: 'research with citation', citation: 'Chen, Jafari, Kehtarnavaz, UTD-MHAD, ICIP 2015' },
  {
    set: 'smartfallmm',
    licence: 'none stated; evaluation and training use',
    citation: 'SmartFallMM, Texas State University, github.com/txst-cs-smartfall/SmartFallMM-Dataset',
  },
  {
    set: 'umafall',
    licence: 'CC BY 4.0',
    citation: 'Casilari, Santoyo-Ramón, Cano-García, UMAFall: A Multisensor Dataset, 2017; figshare 4214283',
  },
  {
    set: 'body-landmarks',
    licence: 'free for all uses',
    citation: 'CMU Graphics Lab Motion Capture Database, mocap.cs.cmu.edu; BVH conversion by B. Hahne',
  },
  {
    set: 'shrec17-hands',
    licence: 'research with citation',
    citation: 'De Smedt et al., 3D Hand Gesture Recognition Using a Depth and Skeletal Dataset, 3DOR 2017',
  },
  { set: 'sfinge3d-leap', licence: 'with citation', citation: 'Caputo et al., SFINGE 3D, Computers & Graphics 2020' },
  {
    set: 'mediapipe-signs',
    licence: 'MIT (one repository), others none stated; evaluation use',
    citation: 'sign-recognition projects on GitHub, face landmarks dropped',
  },
]
