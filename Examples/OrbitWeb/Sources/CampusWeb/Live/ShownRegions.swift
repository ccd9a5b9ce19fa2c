import Foundation
import Presentation
import TimeAndChance

/// The regions that the tabs of a browser show, so that a stream sends only regions that differ.
///
/// Each change has a version. A tab states the version of its page, and an interrupted stream the version of its last
/// event. Regions with a later version are sent again.
@MainActor final class ShownRegions {
    private struct Shown {
        let fingerprint: UInt64
        let version: Int
    }

    /// A place in the history of a session, in the form `epoch.version`.
    struct Version: Hashable, CustomStringConvertible {
        let epoch: Int
        let number: Int

        init(epoch: Int, number: Int) {
            (self.epoch, self.number) = (epoch, number)
        }

        init?(_ text: String) {
            let parts = text.split(separator: ".")
            guard parts.count == 2, let epoch = Int(parts[0]), let number = Int(parts[1]) else { return nil }
            self.init(epoch: epoch, number: number)
        }

        var description: String { "\(epoch).\(number)" }
    }

    /// The maximum number of pages. The page that changed least recently is removed, and a stream then sends all of it.
    static let maxPages = 24

    private var pages: [String: [String: Shown]] = [:]
    /// The present version. The epoch is random and changes with the user, so that no version of another user or session
    /// is valid.
    private(set) var version: Version
    private let random: RandomSource

    init(random: RandomSource) {
        self.random = random
        version = Self.firstVersion(random)
    }

    /// Notes the regions of a page that a tab shows from now on.
    func note(_ regions: [ScreenRegion], at page: String) {
        let known = pages[page] ?? [:]
        let changed = regions.filter { known[$0.id]?.fingerprint != $0.fingerprint }
        guard !changed.isEmpty else { return }
        version = Version(epoch: version.epoch, number: version.number + 1)
        for region in changed {
            pages[page, default: [:]][region.id] = Shown(fingerprint: region.fingerprint, version: version.number)
        }
        removeOldest()
    }

    /// Returns the fingerprints of the regions that a tab has shown since a version.
    ///
    /// - Parameters:
    ///   - page: The path of the page.
    ///   - since: The version of the tab. A version of another epoch shows nothing.
    func fingerprints(of page: String, since: Version?) -> [String: UInt64] {
        guard let since, since.epoch == version.epoch else { return [:] }
        return (pages[page] ?? [:]).filter { $0.value.version <= since.number }.mapValues(\.fingerprint)
    }

    /// Forgets all pages, because another user is signed in.
    func removeAll() {
        pages = [:]
        version = Self.firstVersion(random)
    }

    /// Continues the history of a session of the same user that was released. Its tabs still show their regions.
    func resume(at version: Version) { self.version = version }

    private static func firstVersion(_ random: RandomSource) -> Version {
        Version(epoch: Int(random.next() >> 12), number: 0)
    }

    private func removeOldest() {
        guard pages.count > Self.maxPages else { return }
        let oldest = pages.min {
            ($0.value.values.map(\.version).max() ?? 0) < ($1.value.values.map(\.version).max() ?? 0)
        }
        if let oldest { pages[oldest.key] = nil }
    }
}
