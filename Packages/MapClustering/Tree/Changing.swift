extension ClusterTree {
    mutating func insert(_ slot: Int32) {}
    mutating func remove(_ slot: Int32) {}
}
