import HTTPTypes
import PageParts
import Testing

@Suite struct OriginRuleTests {
    private let rule = OriginRule(origins: ["https://club.example"])

    private func headers(_ fields: [String: String]) -> HTTPFields {
        var headers = HTTPFields()
        for (field, value) in fields {
            if let name = HTTPField.Name(field) { headers[name] = value }
        }
        return headers
    }

    @Test(
        arguments: [
            ("https://club.example", true), ("http://club.example", false), ("https://club.example:8443", false),
            ("https://club.example.evil.example", false), ("null", false), ("", false), (nil, false),
        ] as [(String?, Bool)])
    func `a form needs the origin of a page of this site`(_ origin: String?, _ isAllowed: Bool) {
        let fields = origin.map { ["Origin": $0] } ?? [:]
        #expect(rule.allowsForm(headers(fields)) == isAllowed)
    }

    @Test func `a form of another site with a forged origin is refused by the field of the browser`() {
        #expect(!rule.allowsForm(headers(["Origin": "https://club.example", "Sec-Fetch-Site": "cross-site"])))
    }

    @Test(
        arguments: [
            ("same-origin", true), ("same-site", false), ("cross-site", false), ("none", false), (nil, true),
        ] as [(String?, Bool)])
    func `a page of another site opens no stream`(_ site: String?, _ isAllowed: Bool) {
        let fields = site.map { ["Sec-Fetch-Site": $0] } ?? [:]
        #expect(rule.allowsStream(headers(fields)) == isAllowed)
    }
}
