@testable import OrbitBackend

/// The part of a feature in the archive of an account.
struct ArchiveFixture: Sendable {
    /// A text in a file, its replacement, and the error that the import of the changed file throws. `PERSON` in both
    /// texts stands for the person's id.
    typealias Change = (String, String, ArchiveError)

    /// The sections in which the archive of a ``FullLife`` has elements.
    var sections: Set<String> = []
    /// The number of elements, for sections with a known number.
    var counts: [String: Int] = [:]
    /// The paths of the screens that an import changes, each with the reason, in the words of `Docs/export.md`.
    var changedScreens: [String: String] = [:]
    /// The changes after which an archive is refused.
    var refused: [Change] = []

    /// The changes of all features after which an archive is refused.
    static let allRefused: [Change] = FeatureFixture.all.flatMap(\.archive.refused)

    static let needsBoth = "They belong to two people, and one person cannot speak for both."
    static let isOfHost = "Only the other host can grant it."
    static let isEarned = "A file proves nothing: trust is earned anew."
}
