public import OrbitModels

extension ClusterMapSVG {
    /// The texts of a picture. `points` and `circles` have the parameter `count`. Both are parameters of `summary`.
    public static let vocabulary = Vocabulary(
        "cluster_map",
        [
            "title": "Meetups on the map", "summary": "{points} in {circles}",
            "points": MessageTemplate { Self.counted($0, one: "1 point", many: "{count} points") },
            "circles": MessageTemplate { Self.counted($0, one: "1 circle", many: "{count} circles") },
        ])

    private static func counted(
        _ parameters: [String: ParameterValue], one: MessageTemplate, many: MessageTemplate
    ) -> String? {
        parameters["count"]?.integer == 1 ? one(parameters) : many(parameters)
    }
}
