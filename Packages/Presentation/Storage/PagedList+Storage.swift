import Foundation
import Networking
import OrbitModels
import TimeAndChance

extension PagedList {
    /// Whether the elements are from an earlier launch, and may be outdated.
    ///
    /// It is `false` once the list is loaded, or once the log has applied all events since then.
    public var isStored: Bool { storedDate != nil }
}

extension PagedList where Element: Codable, Element.ID: Codable {
    /// Creates the member of a storage.
    ///
    /// - Parameters:
    ///   - name: The name under which the list is stored.
    ///   - isEssential: Whether nothing is restored without this list.
    ///   - reloads: Whether the events of the log do not state all changes, so that a restored list is loaded again.
    func member(_ name: String, isEssential: Bool, reloads: Bool) -> StoredMember {
        StoredMember(name: name, isEssential: isEssential) { [weak self] in
            self != nil
        } content: { [weak self] in
            self?.content
        } decode: { [weak self] data in
            let stored = try JSONReader().decode(StoredPages<Element>.self, from: data)
            return { [weak self] source in self?.restore(stored, source, reloads: reloads) ?? false }
        } noteCatchUp: { [weak self] in
            self?.noteCatchUp()
        }
    }

    private var content: StoredMember.Content? {
        guard isLoaded else { return nil }
        let (pages, cursor) = (pages, cursor)
        return StoredMember.Content(
            positions: pages.positions, storedDate: storedDate, loadedAt: loadedAt, shownAt: shownAt, revision: revision
        ) {
            try OrbitJSON.encoder.encode(StoredPages(pages, cursor: cursor))
        }
    }

    private func restore(_ stored: StoredPages<Element>, _ source: StoredMember.Source, reloads: Bool) -> Bool {
        guard !isLoaded, coordinator.phase == .idle,
            var read = PageCache(definition, stored, at: source.part.positions, hasLog: source.hasLog)
        else { return false }
        // Without all events, the list could show a person who was hidden in the meantime.
        if source.isLate, !read.bringUpToDate(by: log) { return false }
        if reloads { read.invalidate() }
        pages = read
        isLoaded = true
        cursor = stored.cursor
        (storedDate, shownAt) = (source.part.currentAt, source.part.shownAt)
        coordinator.settle()
        hasNews = true
        showNews()
        return true
    }

    private func noteCatchUp() {
        if storedDate != nil, !pages.isOutdated { (storedDate, loadedAt) = (nil, log.time.date) }
    }
}
