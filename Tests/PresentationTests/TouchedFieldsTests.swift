import OrbitModels
import Presentation
import Testing

@Suite struct TouchedFieldsTests {
    @Test(
        arguments: [
            ("contact.name", ["contact.name", "contact.name.first", "contact"], ["contact.email", "contact.names"]),
            ("contact", ["contact", "contact.name", "contact[0]"], ["contacts", "contact_name", "due_at"]),
            ("interests[3]", ["interests[3]", "interests[3].label", "interests"], ["interests[30]", "interests[4]"]),
        ] as [(String, [String], [String])])
    func `touching a path shows the failures of itself, its members and its parent, but no sibling`(
        _ path: String, _ shown: [String], _ hidden: [String]
    ) {
        var touched = TouchedFields()
        let failures = (shown + hidden).map { FieldFailure(path: $0, code: FailureCode(rawValue: "required")) }
        #expect(touched.shown(of: failures).isEmpty)
        touched.touch(path)
        #expect(touched.shown(of: failures).map(\.path) == shown)
        touched.submit()
        #expect(touched.shown(of: failures).map(\.path) == shown + hidden)
        touched.reset()
        #expect(touched.shown(of: failures).isEmpty)
    }
}
