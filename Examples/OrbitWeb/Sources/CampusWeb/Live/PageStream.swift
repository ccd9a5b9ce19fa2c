import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import TimeAndChance

/// The stream of a browser: the regions of its open pages, whenever they change.
///
/// A browser has one stream for all its tabs, because it opens at most six connections to a server. Opening a second
/// stream ends the first.
@MainActor final class PageStream {
    /// A page that a tab shows.
    struct Tab {
        let path: String
        let version: ShownRegions.Version?
    }

    /// The message of an event.
    private struct Message: Encodable {
        struct Region: Encodable {
            let id: String
            let html: String
        }

        let page: String
        let regions: [Region]
    }

    /// The maximum number of pages of one stream.
    nonisolated static let maxTabs = 12
    private static let heartbeat = Duration.seconds(20)
    private static let separator: Character = "\u{1F}"
    /// The region of a page that the user may no longer see. The tab loads the page again.
    private static let gone = "gone"

    private weak var session: WebSession?
    private let site: SiteMap
    private let feed: RegionFeed
    private let clock: Task<Void, Never>
    private var hasEnded = false

    /// Creates the stream and makes it the stream of the session.
    init(of session: WebSession, tabs: [Tab], site: SiteMap) {
        self.session = session
        self.site = site
        let tabs = Array(tabs.prefix(Self.maxTabs))
        let epoch = session.shown.version.epoch
        // A tab of another user can show regions that no page of this user has.
        let foreign = Set(tabs.filter { $0.version.map { $0.epoch != epoch } ?? false }.map(\.path))
        var shown: [String: UInt64] = [:]
        for tab in tabs {
            for (id, fingerprint) in session.shown.fingerprints(of: tab.path, since: tab.version) {
                shown["\(tab.path)\(Self.separator)\(id)"] = fingerprint
            }
        }
        feed = RegionFeed(shown: shown, time: session.settings.time) { [weak session] in
            guard let session else { return [] }
            return tabs.flatMap { tab in
                foreign.contains(tab.path)
                    ? [PageStream.goneRegion(of: tab.path)] : PageStream.regions(of: tab.path, in: session, site: site)
            }
        }
        clock = Task { [app = session.app] in await app.clock.run() }
        session.stream?.end()
        session.stream = self
    }

    /// Waits for the next change.
    ///
    /// - Returns: Server-sent events; `nil` at the end of the stream.
    func next() async -> String? {
        guard !hasEnded else { return nil }
        guard let changed = await feed.next(within: Self.heartbeat), let session else {
            end()
            return nil
        }
        session.lastUse = session.settings.time.uptime
        if changed.isEmpty { return ":\n\n" }
        return events(for: changed, in: session)
    }

    /// Ends the stream.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        clock.cancel()
        feed.end()
        if session?.stream === self { session?.stream = nil }
    }

    private func events(for changed: [ScreenRegion], in session: WebSession) -> String {
        var pages: [(path: String, regions: [ScreenRegion])] = []
        for region in changed {
            let parts = region.id.split(separator: Self.separator, maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            let part = ScreenRegion(parts[1], region.content)
            if let index = pages.firstIndex(where: { $0.path == parts[0] }) {
                pages[index].regions.append(part)
            } else {
                pages.append((parts[0], [part]))
            }
        }
        return pages.map { event(for: $0.regions, at: $0.path, in: session) }.joined()
    }

    private func event(for regions: [ScreenRegion], at page: String, in session: WebSession) -> String {
        let isGone = regions.contains { $0.id == Self.gone }
        if !isGone {
            session.shown.note(regions, at: page)
            if let (shown, visit) = session.visit(to: page, on: site) { shown.noteShown(visit) }
        }
        let message = Message(
            page: page, regions: isGone ? [] : regions.map { Message.Region(id: $0.id, html: $0.content) })
        return "\(isGone ? "event: gone\n" : "")id: \(session.shown.version)\n\(Self.data(of: message))"
    }

    /// Returns the events after which tabs load their pages again.
    nonisolated static func goneEvents(for pages: [String]) -> String {
        pages.prefix(maxTabs).map { "event: gone\n" + data(of: Message(page: $0, regions: [])) }.joined()
    }

    private nonisolated static func data(of message: Message) -> String {
        // A message has only strings, which can always be encoded.
        guard let json = try? OrbitJSON.encoder.encode(message) else { return "" }
        return "data: \(String(decoding: json, as: UTF8.self))\n\n"
    }

    private static func goneRegion(of path: String) -> ScreenRegion {
        ScreenRegion("\(path)\(separator)\(gone)", "")
    }

    /// Renders the regions of a page with ids that are unique among the pages of the stream.
    private static func regions(of path: String, in session: WebSession, site: SiteMap) -> [ScreenRegion] {
        guard let (page, visit) = session.visit(to: path, on: site), session.allows(page.access) else {
            return [goneRegion(of: path)]
        }
        return Frame.regions(of: page.screen(visit), visit).map {
            ScreenRegion("\(path)\(separator)\($0.id)", $0.content)
        }
    }
}

extension WebSession {
    /// Returns the page at a path, and a visit to it; `nil` for a path without a page.
    func visit(to path: String, on site: SiteMap) -> (page: SitePage, visit: PageVisit)? {
        let parts = path.split(separator: "?", maxSplits: 1)
        guard let first = parts.first, let (page, parameters) = site.page(at: first) else { return nil }
        let query = parts.count > 1 ? FormFields(encoded: String(parts[1])) : FormFields()
        return (page, PageVisit(session: self, path: path, parameters: parameters, query: query))
    }

    /// Whether the app is on a route in which a page can be shown.
    func allows(_ access: SitePage.Access) -> Bool {
        switch (access, app.route) {
        case (.anyone, _): true
        case (.signedOut, .auth): true
        case (.signedIn, .profileSetup), (.signedIn, .home), (.signedIn, .profileEdit): app.user != nil
        case (.home, .home), (.home, .profileEdit): app.user != nil
        default: false
        }
    }
}
