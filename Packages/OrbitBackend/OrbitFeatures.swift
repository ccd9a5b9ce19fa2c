import BackendRuntime

extension Feature {
    /// The features of Orbit.
    static let all = [
        auth,
        profiles,
        discover,
        connections,
        pairing,
        blocks,
        meetups,
        calendar,
        chat,
        reputation,
        safety,
        reports,
        account,
        events,
    ]
}

extension FeatureSet {
    /// The features of Orbit.
    static let orbit = FeatureSet(Feature.all)
}
