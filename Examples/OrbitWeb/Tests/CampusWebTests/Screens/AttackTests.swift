import Foundation
import HTTPTypes
import NIOCore
import OrbitDemo
import OrbitModels
import PagePartsTesting
import Testing

@testable import CampusWeb

/// Attempts of another site, of another person, and of texts that look like markup.
@Suite struct AttackTests {
    private static let markup = "<script>alert(1)</script>"
    private static let quote = "\"><img src=x onerror=alert(1)>'"

    @Test func `a script in every field of the profile and of a meetup is shown as text`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            for text in [Self.markup, Self.quote] {
                for step in ["basic_info", "personality", "interests", "social_preferences", "photos"] {
                    let path = "/profile/edit/\(step)"
                    try await browser.get(path)
                    let names = [
                        "name", "birth-month", "birth-year", "major", "city", "region", "coordinates", "bio",
                        "handle-instagram", "introvert_extrovert", "interests", "custom", "sport-tennis", "group_size",
                        "frequency", "times", "goals", "hours", "audience-bio",
                    ]
                    let page = try await browser.submit(path, names.map { ($0, text) } + [("go", "save")])
                    Self.expectHarmless(page)
                }
                try await browser.get("/meetups/new")
                let names = [
                    "title", "kind", "description", "start", "end", "join-by", "place", "address", "room", "link",
                    "position", "sport", "level", "tags", "capacity", "visibility", "approval", "repeats", "scope",
                ]
                Self.expectHarmless(
                    try await browser.submit("/meetups/new", names.map { ($0, text) } + [("go", "save")]))
            }
            for path in ["/profile", "/profile/preview", "/discover", "/meetups", "/settings/account", "/safety"] {
                Self.expectHarmless(try await browser.get(path))
            }
        }
    }

    @Test(
        arguments: [
            "/discover/list?q=%3Cscript%3Ealert(1)%3C/script%3E",
            "/meetups?q=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E",
            "/meetups/month?day=%3Cscript%3E", "/find-time?with=%3Cscript%3Ealert(1)%3C/script%3E",
            "/people/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/meetups/%22%3E%3Cscript%3E?link=%3Cscript%3E",
            "/report/person/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/profile/preview?as=%3Cscript%3E",
            "/meetups/map?lat=nan&lng=%3Cscript%3E&zoom=999", "/sign-in?next=//evil.example",
        ])
    func `a script in an address is shown as text`(_ path: String) async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in Self.expectHarmless(try await browser.get(path)) }
    }

    @Test(arguments: [
        "https://evil.example", "null", "http://127.0.0.1:8081", "http://127.0.0.1:8080.evil.example", nil,
    ])
    func `a form with a forged origin or without one is refused`(_ origin: String?) async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            try await browser.get("/settings")
            let fields = await browser.page.hiddenFields(of: "/settings/language") + [("language", "es")]
            let refused = try await browser.post("/settings/language", fields, origin: origin)
            #expect(refused.status == 403)
            let page = try await browser.get("/settings")
            #expect(page.html.contains("lang=\"en\""))
        }
    }

    @Test(arguments: ["same-site", "cross-site", "none"])
    func `a stream that another site requests is refused`(_ site: String) async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let name = try #require(HTTPField.Name("Sec-Fetch-Site"))
            let response = try await browser.get("/stream?page=/pokes&since=0.0", headers: [name: site])
            #expect(response.status == 403)
            #expect(response.html.isEmpty)
        }
    }

    @Test func `a form without the secret of the sign-in is refused`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            for secret in ["", "0", String(repeating: "0", count: 64)] {
                let response = try await browser.post("/settings/language", [("as", secret), ("language", "es")])
                #expect(response.status == 409)
            }
        }
    }

    @Test func `a form without a cookie explains that cookies are needed`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let page = try await open().post("/sign-in/address", [("email", "maya@orbit.example")])
            #expect(page.status == 400)
            #expect(page.heading == "Cookies are off")
        }
    }

    @Test func `a planted session id is not adopted, and the id changes at the sign-in and the sign-out`() async throws
    {
        let web = try await WebUnderTest()
        let email = web.email
        try await web.run { open in
            let browser = open()
            let planted = String(repeating: "a", count: 64)
            await browser.plant(PageAdapter.sessionCookie, planted)
            try await browser.get("/sign-in")
            let before = await browser.cookies[PageAdapter.sessionCookie]
            #expect(before != planted && before?.count == 64)
            try await browser.signIn(as: email)
            let after = await browser.cookies[PageAdapter.sessionCookie]
            #expect(after != before)
            let attacker = open()
            await attacker.plant(PageAdapter.sessionCookie, before ?? "")
            let first = try await attacker.get("/profile")
            #expect(first.heading == "One moment")
            try await browser.get("/settings")
            try await browser.submit("/sign-out")
            let last = await browser.cookies[PageAdapter.sessionCookie]
            #expect(last != after)
            await attacker.plant(PageAdapter.sessionCookie, after ?? "")
            let second = try await attacker.get("/profile")
            #expect(second.path.hasPrefix("/sign-in"))
            let other = await attacker.cookies[PageAdapter.sessionCookie]
            #expect(other != after && other != last)
            web.world.clock.advance(by: .seconds(30))
            let third = try await attacker.get("/profile")
            #expect(third.path.hasPrefix("/sign-in"))
        }
    }

    @Test func `the form of an earlier user of the browser changes nothing for the next user`() async throws {
        let web = try await WebUnderTest()
        let (first, second) = (web.email, web.world.campus.residents[5].email)
        try await web.run { open in
            let browser = open()
            try await browser.signIn(as: first)
            try await browser.get("/profile/edit/basic_info")
            let old = await browser.page.hiddenFields(of: "/profile/edit/basic_info")
            try await browser.get("/settings")
            try await browser.submit("/sign-out")
            try await browser.signIn(as: second)
            let response = try await browser.post(
                "/profile/edit/basic_info", old + [("name", "Mallory"), ("go", "save")])
            #expect(response.status == 409)
            let page = try await browser.get("/profile")
            #expect(!page.html.contains("Mallory"))
        }
    }

    @Test func `the cookie is for this host alone, and scripts cannot read it`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let page = try await open().get("/sign-in")
            let cookie = try #require(page.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-orbit="))
            for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] { #expect(cookie.contains(part), "\(part)") }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test func `every response restricts the browser to files and forms of this site`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            for path in ["/sign-in", "/style.css", "/patch.js", "/no/such/page", "/demo"] {
                let headers = try await open().get(path).headers
                let policy = headers["content-security-policy"] ?? ""
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(path)")
                #expect(!policy.contains("unsafe") && !policy.contains("*"), "\(path)")
                #expect(headers["x-content-type-options"] == "nosniff", "\(path)")
            }
        }
    }

    @Test func `a photo beyond the maximum is refused before it is read`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let large = ByteBuffer(repeating: 0x41, count: PageAdapter.uploadBytes + 1)
            let response = try await browser.post(
                "/profile/photos", type: "multipart/form-data; boundary=x", body: large)
            #expect(response.status == 413)
            #expect(response.heading == "Too large")
        }
    }

    @Test func `a form with a file is refused without a user, before its body is read`() async throws {
        let web = try await WebUnderTest()
        try await web.run { open in
            let large = ByteBuffer(repeating: 0x41, count: PageAdapter.uploadBytes + 1)
            let response = try await open().post(
                "/profile/photos", type: "multipart/form-data; boundary=x", body: large)
            #expect(response.status == 400)
        }
    }

    @Test(arguments: [false, true])
    func `the sign-out removes photos from the cache of the browser`(_ isByScript: Bool) async throws {
        var headers = HTTPFields()
        if isByScript { headers[try #require(HTTPField.Name("X-Orbit"))] = "1" }
        let fieldsOfScript = headers
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            _ = try await browser.get("/settings")
            let fields = await browser.page.hiddenFields(of: "/sign-out")
            let response = try await browser.post("/sign-out", fields, headers: fieldsOfScript)
            #expect(response.headers["clear-site-data"] == "\"cache\"")
        }
    }

    @Test(arguments: ["text/plain", "application/json", ""])
    func `a body of another media type is refused`(_ type: String) async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            let response = try await browser.post("/settings/language", type: type)
            #expect(response.status == 415)
        }
    }

    @Test func `names of 100 characters, from right to left, and emoji are shown in isolation`() async throws {
        let web = try await WebUnderTest()
        try await web.runSignedIn { browser in
            for name in ["محمد عبد الله", "👩‍👩‍👧‍👦 Zoë", String(repeating: "x", count: 100)] {
                try await browser.get("/profile/edit/basic_info")
                try await browser.submit("/profile/edit/basic_info", [("name", name), ("go", "next")])
                let page = try await browser.get("/profile/edit/basic_info")
                #expect(page.status == 200)
                #expect(MarkupCheck.fault(in: page.html) == nil)
            }
        }
    }

    private static func expectHarmless(_ page: BrowserPage) {
        #expect(!page.html.contains("<script>"), "\(page.path)")
        #expect(!page.html.contains("<img src=x"), "\(page.path)")
        #expect(page.headers["location"]?.hasPrefix("//") != true)
        #expect(MarkupCheck.fault(in: page.html) == nil, "\(page.path): \(MarkupCheck.fault(in: page.html) ?? "")")
    }
}
