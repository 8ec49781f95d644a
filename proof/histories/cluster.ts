export { type Cluster, startCluster } from '../../apps/server/test/cluster.ts'
