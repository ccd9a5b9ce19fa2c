import Foundation
import HTTPTypes
import OrbitApp
import OrbitDemo
import OrbitModels
import PageParts
import PagePartsTesting
import Testing

@testable import CampusWeb

/// Every page and every form of the site map.
@Suite struct EveryPageTests {
    /// The parameters of pages, from the seeded campus.
    static func path(of pattern: SitePath, in web: WebUnderTest) -> String {
        let person = web.world.campus.residents.dropFirst().first?.id.rawValue ?? ""
        var path = pattern.description
        if path.hasPrefix("/people/") { path = path.replacingOccurrences(of: "{id}", with: PagePath.encoded(person)) }
        if path.hasPrefix("/report/{kind}/{id}/{owner}") { path = "/report/photo/p_1/" + PagePath.encoded(person) }
        path = path.replacingOccurrences(of: "{step}", with: "basic_info")
            .replacingOccurrences(of: "{kind}", with: "person").replacingOccurrences(of: "{id}", with: "m_1")
            .replacingOccurrences(of: "{post}", with: "p_1").replacingOccurrences(of: "{action}", with: "more")
            .replacingOccurrences(of: "{list}", with: "more").replacingOccurrences(of: "{row}", with: "message-1")
            .replacingOccurrences(of: "{proposal}", with: "p_1")
        return path
    }

    @Test func `every page of a user renders completely without a script`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            for page in SiteMap.campus.pages where [.home, .signedIn, .anyone].contains(page.access) {
                let path = Self.path(of: page.pattern, in: web)
                let shown = try await browser.get(path)
                #expect(shown.status == 200, "\(path): \(shown.status)")
                #expect(shown.heading?.isEmpty == false, "\(path) has no heading")
                #expect(MarkupCheck.fault(in: shown.html) == nil, "\(path): \(MarkupCheck.fault(in: shown.html) ?? "")")
                #expect(shown.headers["content-type"] == "text/html; charset=utf-8")
                #expect(shown.headers["cache-control"] == "no-store")
            }
        }
    }

    @Test func `the headings of every page of a user skip no level`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            for page in SiteMap.campus.pages where [.home, .signedIn, .anyone].contains(page.access) {
                let path = Self.path(of: page.pattern, in: web)
                let shown = try await browser.get(path)
                let fault = MarkupCheck.headingFault(in: shown.html)
                #expect(fault == nil, "\(path): \(fault ?? "")")
            }
        }
    }

    @Test func `every page of a user leads a person without a session to the sign-in`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let browser = open()
            for page in SiteMap.campus.pages where [.home, .signedIn].contains(page.access) {
                let path = Self.path(of: page.pattern, in: web)
                let shown = try await browser.get(path)
                #expect(shown.path.hasPrefix("/sign-in"), "\(path) shows \(shown.path)")
            }
        }
    }

    @Test func `every form responds with a redirect to a page`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            try await browser.get("/settings")
            // These forms end the session, which the following forms need.
            let ending = ["/sign-out"]
            for action in SiteMap.campus.actions
            where [.home, .signedIn, .anyone].contains(action.access) && !ending.contains(action.pattern.description) {
                let path = Self.path(of: action.pattern, in: web)
                try await browser.get("/settings")
                let secret = await browser.page.hiddenFields(of: "/settings/language").filter { $0.0 == "as" }
                let response = try await browser.post(path, secret + [("from", "/settings")])
                #expect(response.status == 303, "\(path): \(response.status)")
                #expect(response.headers["location"]?.hasPrefix("/") == true, "\(path)")
            }
        }
    }

    @Test func `every form on a page has the fields that all forms need`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            for path in [
                "/discover/list", "/pokes", "/matches", "/meetups", "/profile/edit/photos", "/settings/account",
            ] {
                let page = try await browser.get(path)
                for action in page.formActions {
                    let names = Set(page.hiddenFields(of: action).map(\.0))
                    #expect(names.isSuperset(of: ["as", "n", "from"]), "\(path): \(action)")
                    #expect(SiteMap.campus.action(at: action)?.action.pattern != nil, "\(path): \(action)")
                }
            }
        }
    }

    @Test func `a form that the script sends gets the next page in a field, and no redirect`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            try await browser.get("/settings")
            let fields = await browser.page.hiddenFields(of: "/settings/language")
            let name = try #require(HTTPField.Name("X-Orbit"))
            let response = try await browser.post("/settings/language", fields, headers: [name: "1"])
            #expect(response.status == 200)
            #expect(response.headers["x-location"] == "/settings")
            #expect(response.headers["location"] == nil)
        }
    }

    @Test func `the tabs of a browser without a user are asked to load their pages again`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let page = try await open().get("/stream?page=/pokes&page=/matches")
            #expect(page.headers["content-type"] == "text/event-stream")
            #expect(page.html.components(separatedBy: "event: gone\n").count == 3)
        }
    }

    @Test func `an unknown address has a page that leads back`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let page = try await open().get("/no/such/page")
            #expect(page.status == 404)
            #expect(page.html.contains("href=\"/\""))
        }
    }
}
