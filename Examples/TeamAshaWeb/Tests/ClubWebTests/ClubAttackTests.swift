import Foundation
import Randonneuring
import Testing

@testable import ClubWeb

@Suite struct ClubAttackTests {
    @Test(arguments: [
        "https://evil.example", "null", "http://127.0.0.1:8091", "http://127.0.0.1:8090.evil.example", nil,
    ])
    func `a form with a foreign origin or without one is refused and changes nothing`(_ origin: String?) async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let refused = try await browser.post("/sign-out", [("from", "/")], origin: origin)
            #expect(refused.status == 403)
            #expect(try await browser.get("/dashboard").path == "/dashboard")
        }
    }

    @Test(arguments: ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", ""])
    func `a form returns only to a path of this site`(_ target: String) async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let response = try await browser.post("/refresh", [("from", target)])
            #expect(response.headers["location"] == "/")
        }
    }

    @Test func `the cookie is for this host alone, and scripts cannot read it`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            let response = try await open().post("/sign-in", [("email", "maya@example.org")])
            let cookie = try #require(response.headers["set-cookie"])
            #expect(response.status == 303 && cookie.hasPrefix("__Host-asha="))
            for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] { #expect(cookie.contains(part), "\(part)") }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test func `every response restricts the browser to files and forms of this site`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            for path in ["/sign-in", "/style.css", "/icon.svg", "/no/such/page"] {
                let headers = try await open().get(path).headers
                let policy = headers["content-security-policy"] ?? ""
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(path)")
                #expect(headers["x-content-type-options"] == "nosniff", "\(path)")
            }
        }
    }

    @Test func `a form beyond the maximum size and a form of another media type are refused`() async throws {
        let web = try await ClubUnderTest()
        try await web.run { open in
            let large = try await open().post("/sign-in", [("email", String(repeating: "a", count: 20_000))])
            #expect(large.status == 413)
            #expect(try await open().post("/sign-in", type: "application/json").status == 415)
        }
        #expect(await web.site.sessions.count == 0)
    }

    @Test func `an unknown form is not found`() async throws {
        let web = try await ClubUnderTest()
        try await web.runSignedIn { browser in
            let response = try await browser.post("/no/such/form")
            #expect(response.status == 404)
        }
    }
}

@Suite struct ClubStyleTests {
    @Test(arguments: BadgeColour.allCases)
    func `black text has a contrast of at least 4.5 to 1 on the colour of a badge`(_ colour: BadgeColour) {
        func linear(_ shift: UInt32) -> Double {
            let part = Double((colour.hex >> shift) & 0xFF) / 255
            return part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        let luminance = 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
        #expect((luminance + 0.05) / 0.05 >= 4.5)
    }

    @Test func `the style has each colour of the design, and loads nothing from another site`() {
        for colour in BadgeColour.allCases { #expect(ClubStyle.text.contains(".chip.\(colour.rawValue) {")) }
        #expect(BadgeArt.hex(.blue) == "#007aff")
        #expect(
            !ClubStyle.text.contains("url(") && !ClubStyle.text.contains("http") && !ClubStyle.text.contains("@import"))
    }
}
