/// A door that opens for people who know a password.
public struct Door: Sendable {
    public init() {}

    public func opens(for word: String) -> Bool { word == "sesame" }
}
