import Foundation
import OrbitApp
import Testing

@testable import CampusWeb

@Suite struct PathTests {
    @Test func `a pattern matches a path of the same length, and decodes its parameters`() {
        let pattern = SitePath("/people/{id}/poke")
        #expect(pattern.parameters(of: "/people/u%2F1/poke") == ["id": "u/1"])
        #expect(pattern.parameters(of: "/people/u_1") == nil)
        #expect(pattern.parameters(of: "/people/u_1/block") == nil)
        #expect(pattern.parameters(of: "/people/%FF/poke") == nil)
        #expect(pattern.parameterCount == 1)
    }

    @Test func `a literal path is preferred to a path with a parameter`() {
        #expect(SiteMap.campus.page(at: "/meetups/month")?.page.pattern.description == "/meetups/month")
        #expect(SiteMap.campus.page(at: "/meetups/m_1")?.page.pattern.description == "/meetups/{id}")
        #expect(SiteMap.campus.page(at: "/no/such/page")?.page.pattern == nil)
    }

    @Test func `the paths of all pages and of all forms are distinct`() {
        let pages = SiteMap.campus.pages.map(\.pattern.description)
        let actions = SiteMap.campus.actions.map(\.pattern.description)
        #expect(Set(pages).count == pages.count)
        #expect(Set(actions).count == actions.count)
    }

    @Test(
        arguments: [
            ("orbit:/pokes", "/pokes"), ("orbit:/users/u_1", "/people/u_1"), ("orbit:/meetups/m_1", "/meetups/m_1"),
            ("orbit:/meetups/m_1?link=abc", "/meetups/m_1?link=abc"),
            ("orbit:/meetups/m_1/ratings", "/meetups/m_1/ratings"),
            ("orbit:/conversations/c_1", "/chats/c_1"),
            ("orbit:/meetups/invitations", "/meetups/invitations"), ("orbit:/meetups/requests", "/meetups/requests"),
        ])
    func `a link of the app has a page`(_ link: String, _ path: String) throws {
        let url = try #require(URL(string: link))
        let shown = LinkPages.path(of: try DeepLink(url, host: nil))
        #expect(shown == path)
        #expect(SiteMap.campus.page(at: shown.prefix { $0 != "?" })?.page.pattern != nil)
    }
}
