import Foundation
import OrbitApp
import OrbitModels
import Presentation
import Testing

/// Links to the places of a feature that another package adds.
@Suite @MainActor struct FeatureLinkTests {
    private nonisolated static let host = "orbit.example"
    private nonisolated static let routes: [NoticeRoute] = [.board, .notice("n_1"), .notice("a/b?c#d ü%20")]
    private nonisolated static let refused: [(String, DeepLinkError)] = [
        ("orbit:/notices/n_1/replies", .unknown), ("orbit:/future/n_1", .unknown),
        ("orbit:/notices/", .malformed), ("orbit:/notices/%2E%2E", .malformed),
        ("https://orbit.example/open/notices/n_1#link=a", .malformed),
    ]

    private let features: AppFeatures

    init() throws { features = try AppFeatures([.notices]) }

    private func link(_ text: String) throws -> DeepLink {
        try DeepLink(try #require(URL(string: text)), host: Self.host, features: features)
    }

    /// The route of a link to a sheet of the feature.
    private func route(of link: DeepLink?) -> NoticeRoute? {
        guard case .sheet(.feature(let page))? = link else { return nil }
        return page.route()
    }

    @Test(arguments: routes)
    func `a route is read back from each URL of its link`(route: NoticeRoute) throws {
        let link = DeepLink.sheet(AppSheet(route))
        let (own, web) = (try #require(link.url), try #require(link.webURL(host: Self.host)))
        #expect(try DeepLink(own, host: nil, features: features) == link)
        #expect(try DeepLink(web, host: Self.host, features: features) == link)
        #expect(self.route(of: link) == route)
    }

    @Test func `a URL has the prefix and the path of a route`() throws {
        let link = DeepLink.sheet(AppSheet(NoticeRoute.notice("n/1")))
        #expect(link.url?.absoluteString == "orbit:/notices/n%2F1")
        #expect(link.webURL(host: Self.host)?.absoluteString == "https://orbit.example/open/notices/n%2F1")
        let (all, one) = (try self.link("orbit:/notices"), try self.link("orbit:/notices/n_1?utm_source=mail"))
        #expect(route(of: all) == .board)
        #expect(route(of: one) == .notice("n_1"))
    }

    @Test(arguments: refused)
    func `a URL that names no place of a feature is refused`(text: String, expected: DeepLinkError) {
        #expect(throws: expected) { try link(text) }
    }

    @Test func `an app without the feature refuses its link with a message`() async throws {
        let url = try #require(DeepLink.sheet(AppSheet(NoticeRoute.board)).url)
        #expect(throws: DeepLinkError.unknown) { try DeepLink(url, host: nil) }
        let campus = SmallCampus()
        let maya = try await campus.join("maya")
        let failure = try #require(maya.app.open(url).failure)
        #expect(failure.message == DeepLinkError.unknown.message(in: .english))
        #expect(maya.user.navigation == AppNavigation())
    }

    @Test func `a route whose segments no path can contain has no URL`() {
        for id in ["", "..", "n\n1", String(repeating: "a", count: 257)] {
            #expect(DeepLink.sheet(AppSheet(NoticeRoute.notice(NoticeID(id)))).url == nil)
        }
    }

    @Test func `a link to a feature that arrives before the sign-in is shown once, after it`() async throws {
        let campus = SmallCampus()
        campus.features = features
        _ = try await campus.join("maya")
        let app = try campus.device(of: "maya")
        let link = DeepLink.sheet(AppSheet(NoticeRoute.notice("n_1")))
        let url = try #require(link.webURL(host: Self.host))
        #expect(app.open(url) == .done)
        await app.launch()
        #expect(app.route == .auth && app.waitingLink == link)
        await campus.signIn("maya", on: app)
        #expect(app.route == .home && app.waitingLink == nil)
        #expect(app.user?.navigation.sheet == AppSheet(NoticeRoute.notice("n_1")))
    }

    @Test func `a navigation with a place of a feature decodes with the features alone`() throws {
        var navigation = AppNavigation()
        navigation.push(AppSheet(NoticeRoute.notice("n/1")))
        navigation.open(AppSheet(NoticeRoute.board))
        let data = try JSONEncoder().encode(navigation)
        #expect(try features.decoder().decode(AppNavigation.self, from: data) == navigation)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(AppNavigation.self, from: data) }
    }

    @Test func `a page hides its segments in descriptions, and has no route of another feature`() {
        let page = FeaturePage(NoticeRoute.notice("n_secret"))
        let texts = ["\(page)", String(reflecting: page), String(reflecting: DeepLink.sheet(.feature(page)))]
        #expect(texts.filter { $0.contains("secret") }.isEmpty)
        #expect(page.route(as: TakenRoute.self) == nil)
    }
}

/// A route with the prefix that the app itself uses for people.
enum TakenRoute: FeatureRoute {
    case place

    static let prefix = "users"

    init?(path: [String]) { self = .place }

    var path: [String] { [] }
}
