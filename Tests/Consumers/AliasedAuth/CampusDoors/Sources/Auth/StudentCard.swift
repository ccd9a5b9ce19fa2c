/// A card that opens doors on campus.
public struct StudentCard: Sendable {
    public let number: String

    public init(number: String) {
        self.number = number
    }
}
