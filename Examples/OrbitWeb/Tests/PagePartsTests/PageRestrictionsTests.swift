import HTTPTypes
import PageParts
import Testing

@Suite struct PageRestrictionsTests {
    @Test func `a page loads files of its site only, and another site cannot frame it`() throws {
        let fields = PageRestrictions.fields(isSecure: false)
        let policy = try #require(HTTPField.Name("Content-Security-Policy").flatMap { fields[$0] })
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
    }

    @Test(arguments: [true, false])
    func `only a site over https asks browsers to keep using https`(_ isSecure: Bool) {
        let fields = PageRestrictions.fields(isSecure: isSecure)
        #expect((fields[.strictTransportSecurity] != nil) == isSecure)
    }
}
