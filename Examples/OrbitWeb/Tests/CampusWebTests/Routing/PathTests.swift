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

    @Test func `an identifier with reserved characters stays one segment`() {
        #expect(PagePath.to("people", "a/b?c#d") == "/people/a%2Fb%3Fc%23d")
        #expect(PagePath.to(["x"], query: [("a", "1&2"), ("b", "")]) == "/x?a=1%262")
    }

    @Test(
        arguments: [
            ("/pokes", true), ("/x?a=1", true), ("//evil.example", false), ("https://evil.example", false),
            ("/\\evil.example", false), ("/a b", false), ("", false), ("pokes", false), ("/a\r\nSet-Cookie: x", false),
        ])
    func `only a path of this site is a target of a redirect`(_ text: String, _ isLocal: Bool) {
        #expect((PagePath.local(text) != nil) == isLocal)
    }

    @Test func `a path beyond the maximum length is refused as a target`() {
        #expect(PagePath.local("/" + String(repeating: "x", count: 3_000)) == nil)
        #expect(PagePath.local(nil) == nil)
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
