/// Lets those in who know the word.
public struct Door: Sendable {
    public init() {}

    public func opens(for word: String) -> Bool { word == "sesame" }
}
