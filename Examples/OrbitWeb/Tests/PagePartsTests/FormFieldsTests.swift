import PageParts
import Testing

@Suite struct FormFieldsTests {
    @Test func `fields are decoded in order, and a field may have several values`() {
        let form = FormFields(encoded: "name=Maya+P%C3%A9rez&tag=a&tag=b%26c&empty=&flag")
        #expect(form["name"] == "Maya Pérez")
        #expect(form.values("tag") == ["a", "b&c"])
        #expect(form.value("empty") == "")
        #expect(form.has("flag") && !form.has("other"))
    }

    @Test func `a field that is not UTF-8 is left out`() {
        let form = FormFields(encoded: "a=%FF%FE&b=1")
        #expect(form.value("a") == nil)
        #expect(form["b"] == "1")
    }

    @Test func `fields beyond the maximum are left out`() {
        let text = (0..<3_000).map { "f\($0)=1" }.joined(separator: "&")
        #expect(FormFields(encoded: text).fields.count == FormFields.maxFields)
    }

    @Test func `the line breaks of a text area become line feeds`() {
        #expect(FormFields(encoded: "t=a%0D%0Ab")["t"] == "a\nb")
    }

    @Test(arguments: [("12", 12), (" 7 ", 7), ("x", nil), ("", nil), ("1.5", nil)] as [(String, Int?)])
    func `a whole number is read, and other text is nil`(_ text: String, _ number: Int?) {
        #expect(FormFields([("n", text)]).integer("n") == number)
    }

    @Test(arguments: [("1.5", 1.5), ("1,5", 1.5), ("nan", nil), ("inf", nil), ("", nil)] as [(String, Double?)])
    func `a finite number is read, and other text is nil`(_ text: String, _ number: Double?) {
        #expect(FormFields([("n", text)]).number("n") == number)
    }

    @Test func `equal fields are equal and have equal hashes`() {
        let (one, other) = (FormFields([("a", "1")]), FormFields([("a", "1")]))
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(one != FormFields([("a", "2")]))
    }
}
