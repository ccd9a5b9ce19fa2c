import PagePartsTesting
import Testing

@Suite struct MarkupCheckTests {
    @Test func `a heading that skips a level is found, and a heading that goes up is not`() {
        #expect(MarkupCheck.headingFault(in: "<html><h1>a</h1><h3>b</h3>")?.hasPrefix("<h3> after <h1>") == true)
        #expect(MarkupCheck.headingFault(in: "<html><h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>") == nil)
    }

    @Test(
        arguments: [
            "<p>open", "<b><i></b></i>", "<a href=/x>", "<p style=\"color: red\"></p>", "<p onclick=\"x()\"></p>", "<p",
        ])
    func `markup with an open element, without quotes, or with an inline style or script has a fault`(_ html: String) {
        #expect(MarkupCheck.fault(in: html) != nil)
    }

    @Test func `balanced markup with quoted attributes has no fault`() {
        #expect(MarkupCheck.fault(in: "<!DOCTYPE html><p class=\"a\"><input name=\"b\"> &lt;</p>") == nil)
    }
}
