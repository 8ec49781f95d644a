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
    set: 'mobiact',
    licence: 'research with citation',
    citation: 'Vavoulas et al., The MobiAct Dataset, ICT4AWE 2016',
  },
  {
    set: 'wisdm51',
    licence: 'evaluation and training use',
    citation: 'Weiss, Yoneda, Hayajneh, IEEE Access 7, 2019; UCI 507',
  },
  {
    set: 'pads-watch',
    licence: 'open access on PhysioNet, with citation',
    citation: 'Varghese et al., PADS 1.0.0, PhysioNet 2024, doi 10.13026/m0w9-zx22; npj Parkinsons Dis. 10, 9',
  },
  {
    set: 'weda-watch',
    licence: 'none stated; evaluation and training use',
    citation: 'Marques, Moreno, WEDA-FALL, Sensors 2023',
  },
  { set: 'spar-watch', licence: 'GPL 3.0, with citation', citation: 'Burns et al., Physiol. Meas. 39, 2018, 075007' },
  {
    set: 'lumbar-walk',
    licence: 'none stated; evaluation and training use',
    citation: 'Ensink et al., PeerJ 11:e16641, 2023',
  },
  { set: 'lumbar-turn', licence: 'AGPL 3.0, with citation', citation: 'Voisard et al., IPOL' },
  {
    set: 'ha24-phone-hand',
    licence: 'none stated; evaluation and training use',
    citation: 'github.com/tiefseezeitung/har-sensor-cls, 2024',
  },
  {
    set: 'pocket-gait-styles',
    licence: 'none stated; evaluation use',
    citation: 'as pocket-gait',
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
