import Foundation
import OrbitModels
import Testing

@testable import OrbitApp

@Suite struct DeepLinkTests {
    private static let host = "orbit.example"

    private static let links: [DeepLink] = [
        .tab(.discover), .tab(.pokes), .tab(.matches), .tab(.chats), .tab(.meetups), .tab(.profile),
        .sheet(.person("u_1")), .sheet(.conversation("c_1")), .sheet(.conversation("c/1?d#e")),
        .sheet(.person("a/b?c#d&e=f%20 ü+")), .sheet(.meetup("m_1")),
        .sheet(.meetup("m_1", link: MeetupLinkCode("t/1&link=2"))), .sheet(.rating("m_1")), .sheet(.rating("me")),
        .sheet(.invitations), .sheet(.requests),
    ]

    private static let lenient: [(String, DeepLink)] = [
        ("HTTPS://Orbit.Example/open/users/u_1", .sheet(.person("u_1"))),
        ("ORBIT:/users/u_1", .sheet(.person("u_1"))),
        ("orbit:/pokes?utm_source=mail", .tab(.pokes)),
        ("orbit:/users/u_1?link=a&link=b", .sheet(.person("u_1"))),
        ("orbit:/meetups/m_1?utm_source=mail&link=a%2Fb", .sheet(.meetup("m_1", link: MeetupLinkCode("a/b")))),
        ("https://orbit.example/open/meetups/m_1?link=a%2Fb", .sheet(.meetup("m_1", link: MeetupLinkCode("a/b")))),
        (
            "https://orbit.example/open/meetups/m_1?utm_source=mail#link=a%2Fb",
            .sheet(.meetup("m_1", link: MeetupLinkCode("a/b")))
        ),
    ]

    private static let refused: [(String, DeepLinkError)] = [
        ("http://orbit.example/open/users/u_1", .foreign),
        ("https://other.example/open/users/u_1", .foreign),
        ("https://orbit.example.other.example/open/users/u_1", .foreign),
        ("https://maya@orbit.example/open/users/u_1", .foreign),
        ("https://maya:secret@orbit.example/open/users/u_1", .foreign),
        ("https://orbit.example:443/open/users/u_1", .foreign),
        ("https://orbit.example:8443/open/users/u_1", .foreign),
        ("orbit://users/u_1", .foreign), ("orbit://orbit.example/users/u_1", .foreign),
        ("javascript:alert(1)", .foreign), ("mailto:maya@orbit.example", .foreign), ("users/u_1", .foreign),
        ("https://orbit.example", .unknown), ("https://orbit.example/api/users/u_1", .unknown),
        ("https://orbit.example/shared-plans/t_1", .unknown), ("https://orbit.example/open/shared-plans/t_1", .unknown),
        ("https://orbit.example/open/check-in-contacts/t_1", .unknown),
        ("orbit:/users", .unknown), ("orbit:/users/me", .unknown), ("orbit:/users/u_1/photos", .unknown),
        ("orbit:/conversations", .unknown), ("orbit:/conversations/c_1/messages", .unknown),
        ("orbit:/meetups/map", .unknown), ("orbit:/meetups/m_1/ratings/1", .unknown),
        ("orbit:/meetups/map/ratings", .unknown), ("orbit:/future", .unknown),
        ("orbit:users/u_1", .malformed), ("orbit:/", .malformed), ("orbit:/users/", .malformed),
        ("orbit:/users/u_1#top", .malformed), ("orbit:/users/%2E%2E", .malformed), ("orbit:/users/u%00", .malformed),
        ("orbit:/users/%FF", .malformed), ("orbit:/meetups/m_1?link=", .malformed),
        ("orbit:/meetups/m_1?link=a&link=b", .malformed), ("orbit:/meetups/m_1#link=a", .malformed),
        ("https://orbit.example/open/meetups/m_1#", .malformed),
        ("https://orbit.example/open/meetups/m_1#top", .malformed),
        ("https://orbit.example/open/meetups/m_1#link=", .malformed),
        ("https://orbit.example/open/meetups/m_1#link=a&link=b", .malformed),
        ("https://orbit.example/open/meetups/m_1?link=a#link=a", .malformed),
        ("https://orbit.example/open/meetups/m_1/ratings#link=a", .malformed),
        ("https://orbit.example/open/users/u_1#link=a", .malformed),
        ("https://orbit.example/open/pokes#link=a", .malformed),
        ("https://other.example#link=a", .foreign),
    ]

    private func link(_ text: String) throws -> DeepLink {
        try DeepLink(try #require(URL(string: text)), host: Self.host)
    }

    @Test(arguments: links)
    func `a link is read back from each of its URLs`(link: DeepLink) throws {
        let (own, web) = (try #require(link.url), try #require(link.webURL(host: Self.host)))
        #expect(try DeepLink(own, host: nil) == link)
        #expect(try DeepLink(web, host: Self.host) == link)
    }

    @Test func `a URL has the paths of the contract`() {
        let meetup = DeepLink.sheet(.meetup("m_1", link: MeetupLinkCode("a-b")))
        #expect(meetup.url?.absoluteString == "orbit:/meetups/m_1?link=a-b")
        #expect(
            DeepLink.sheet(.person("u_1")).webURL(host: Self.host)?.absoluteString
                == "https://orbit.example/open/users/u_1")
        #expect(DeepLink.tab(.pokes).url?.absoluteString == "orbit:/pokes")
    }

    @Test func `the code of a meetup is the fragment of its https link, which no browser sends`() throws {
        let meetup = DeepLink.sheet(.meetup("m_1", link: MeetupLinkCode("a/b")))
        let url = try #require(meetup.webURL(host: Self.host))
        #expect(url.absoluteString == "https://orbit.example/open/meetups/m_1#link=a%2Fb")
        #expect(url.query() == nil)
    }

    @Test(arguments: lenient)
    func `a URL with capitals, more query items or a code as fragment is read`(text: String, expected: DeepLink) throws
    {
        #expect(try link(text) == expected)
    }

    @Test(arguments: refused)
    func `a URL that names no place of the app is refused`(text: String, expected: DeepLinkError) {
        #expect(throws: expected) { try link(text) }
    }

    @Test func `an https link is refused where the app has no host`() throws {
        let url = try #require(URL(string: "https://orbit.example/open/pokes"))
        for host in [nil, "", "other.example"] {
            #expect(throws: DeepLinkError.foreign) { try DeepLink(url, host: host) }
        }
    }

    @Test func `a URL has at most 2,048 bytes, and an identifier 256`() throws {
        let longest = String(repeating: "a", count: 256)
        #expect(try link("orbit:/users/\(longest)") == .sheet(.person(UserID(longest))))
        #expect(throws: DeepLinkError.malformed) { try link("orbit:/users/\(longest)a") }
        let start = "orbit:/pokes?x="
        let rest = String(repeating: "a", count: 2_048 - start.utf8.count)
        #expect(try link(start + rest) == .tab(.pokes))
        #expect(throws: DeepLinkError.tooLong) { try link(start + rest + "a") }
    }

    @Test func `a sheet whose identifier no path can contain has no URL`() {
        let sheets: [AppSheet] = [
            .person(""), .person(".."), .person("me"), .person("u\n1"), .meetup("map"), .rating("invitations"),
            .person(UserID(String(repeating: "a", count: 257))), .meetup("m_1", link: MeetupLinkCode("")),
        ]
        #expect(sheets.allSatisfy { DeepLink.sheet($0).url == nil })
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(sheets) }
    }

    @Test func `a URL with a changed character is refused, or its link survives a round trip through a URL`() throws {
        let changes = ["", "%", "%0", "/", "//", "?", "#", ":", "@", "&", "=", ".", "é", "\u{0}", "\\"]
        var wrong: [String] = []
        for valid in Self.links {
            let text = try #require(valid.webURL(host: Self.host)?.absoluteString)
            for index in text.indices {
                for change in changes {
                    var changed = text
                    changed.replaceSubrange(index...index, with: change)
                    guard let url = URL(string: changed), let link = try? DeepLink(url, host: Self.host)
                    else { continue }
                    let again = try DeepLink(try #require(link.url), host: nil)
                    if again != link { wrong.append(changed) }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func `the reserved words of identifiers are the literal segments of the contract`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let contract = try String(contentsOf: root.appending(path: "Docs/openapi.yaml"), encoding: .utf8)
        var literals: [String: Set<String>] = [:]
        for match in contract.matches(of: #/\n  /(users|meetups)/([a-z-]+)[/:]/#) {
            literals[String(match.1), default: []].insert(String(match.2))
        }
        #expect(literals == AppSheet.reserved)
    }

    @Test func `every tab and every refusal has words of its own`() {
        #expect(Set(HomeTab.allCases.map(\.localizationCode)) == Set(HomeTab.vocabulary.english.keys))
        let errors: [DeepLinkError] = [.tooLong, .foreign, .malformed, .unknown]
        #expect(Set(errors.map { $0.message(in: .english) }).count == DeepLinkError.vocabulary.english.count)
        let german = LocalizedStrings([LocalizationKey("deep_link_error", "foreign"): "Fremd."])
        #expect(DeepLinkError.foreign.message(in: german) == "Fremd.")
    }
}
