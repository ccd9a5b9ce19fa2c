@testable import OrbitBackend

/// A feature in the archive of an account.
struct ArchiveFixture: Sendable {
    /// A text in a file, its replacement, and the error that the import of the changed file throws. `PERSON` in both
    /// texts stands for the person's id.
    typealias Change = (String, String, ArchiveError)

    /// The sections in which the archive of a ``FullLife`` has elements.
    var sections: Set<String> = []
    /// The number of elements, for sections with a known number.
    var counts: [String: Int] = [:]
    /// The screens that show something else after an import, by their paths, and why; `Docs/export.md` says the same.
    var changedScreens: [String: String] = [:]
    /// Archives that are refused.
    var refused: [Change] = []

    /// The archives of all features that are refused.
    static let allRefused: [Change] = FeatureFixture.all.flatMap(\.archive.refused)

    static let needsBoth = "What stands between two people needs both."
    static let isOfHost = "A part in a meetup is its host's to give."
    static let isEarned = "Nobody vouches for a file."
}
