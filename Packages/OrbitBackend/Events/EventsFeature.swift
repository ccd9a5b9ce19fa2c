extension Feature {
    static let events = Feature(
        operations: [
            ReadEvents.self
        ])
}
