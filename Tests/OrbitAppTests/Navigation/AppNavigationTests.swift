import Foundation
import OrbitApp
import OrbitModels
import Testing

@Suite struct AppNavigationTests {
    @Test func `Back closes the sheet, then removes pages, then selects the first tab, and then is not handled`() {
        var navigation = AppNavigation()
        navigation.select(.meetups)
        navigation.push(.meetup("m_1"))
        navigation.push(.person("u_1"))
        navigation.open(.person("u_2"))
        var isHandled = navigation.back()
        #expect(isHandled && navigation.sheet == nil)
        #expect(navigation.stack == [.meetup("m_1"), .person("u_1")])
        isHandled = navigation.back()
        #expect(isHandled && navigation.stack == [.meetup("m_1")])
        isHandled = navigation.back()
        #expect(isHandled && navigation.stack.isEmpty && navigation.tab == .meetups && navigation.canGoBack)
        isHandled = navigation.back()
        #expect(isHandled && navigation == AppNavigation() && !navigation.canGoBack)
        isHandled = navigation.back()
        #expect(!isHandled && navigation == AppNavigation())
    }

    @Test func `a tab that is selected again has its pages, and the selected tab returns to its first page`() {
        var navigation = AppNavigation()
        navigation.select(.pokes)
        navigation.push(.person("u_1"))
        navigation.select(.profile)
        #expect(navigation.stack.isEmpty && navigation.stack(of: .pokes) == [.person("u_1")])
        navigation.select(.pokes)
        #expect(navigation.stack == [.person("u_1")])
        navigation.open(.invitations)
        navigation.select(.pokes)
        #expect(navigation.sheet == nil && navigation.stack == [.person("u_1")])
        navigation.select(.pokes)
        #expect(navigation.stack.isEmpty)
    }

    @Test func `a sheet replaces the open sheet, and a page closes it`() {
        var navigation = AppNavigation()
        navigation.open(.meetup("m_1"))
        navigation.open(.person("u_1"))
        #expect(navigation.sheet == .person("u_1"))
        navigation.push(.person("u_1"))
        #expect(navigation.sheet == nil && navigation.stack == [.person("u_1")])
        navigation.push(.person("u_1"))
        #expect(navigation.stack == [.person("u_1")])
    }

    @Test func `a tab beyond the limit of its pages loses the oldest page`() {
        var navigation = AppNavigation()
        for number in 0...AppNavigation.maxPages { navigation.push(.person(UserID("u_\(number)"))) }
        #expect(navigation.stack.count == AppNavigation.maxPages)
        #expect(navigation.stack.first == .person("u_1"))
    }

    @Test func `a link to a tab closes the sheet, and a link to a sheet keeps tab and pages`() {
        var navigation = AppNavigation()
        navigation.push(.person("u_1"))
        navigation.show(.sheet(.invitations))
        #expect(navigation.sheet == .invitations && navigation.stack == [.person("u_1")])
        navigation.show(.tab(.matches))
        #expect(navigation.sheet == nil && navigation.tab == .matches)
    }

    @Test func `a navigation that is encoded is the same after decoding`() throws {
        var navigation = AppNavigation()
        navigation.select(.meetups)
        navigation.push(.meetup("m/1", link: MeetupLinkCode("a&b")))
        navigation.push(.rating("m_2"))
        navigation.select(.pokes)
        navigation.open(.person("ü"))
        let data = try JSONEncoder().encode(navigation)
        #expect(try JSONDecoder().decode(AppNavigation.self, from: data) == navigation)
    }

    @Test func `an encoded tab with more pages than the limit has the newest pages after decoding`() throws {
        let pages = (0...AppNavigation.maxPages).map { "\"users/u_\($0)\"" }.joined(separator: ",")
        let data = Data(#"{"tab":"pokes","pages":{"pokes":[\#(pages)],"matches":[]}}"#.utf8)
        var navigation = try JSONDecoder().decode(AppNavigation.self, from: data)
        #expect(navigation.stack.count == AppNavigation.maxPages)
        #expect(navigation.stack.first == .person("u_1"))
        for _ in 0..<AppNavigation.maxPages { navigation.back() }
        navigation.select(.discover)
        #expect(navigation == AppNavigation())
    }

    @Test(arguments: [
        #"{"tab":"future","pages":{}}"#, #"{"tab":"pokes","pages":{"future":[]}}"#,
        #"{"tab":"pokes","pages":{"pokes":["users/.."]}}"#, #"{"tab":"pokes","pages":{},"sheet":"future/1"}"#,
    ])
    func `a state of another version does not decode`(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(AppNavigation.self, from: Data(text.utf8)) }
    }

    @Test func `a sheet shows no secret in its description`() {
        let sheet = AppSheet.meetup("m_1", link: MeetupLinkCode("abc"))
        #expect(!"\(sheet)".contains("abc") && !String(reflecting: DeepLink.sheet(sheet)).contains("abc"))
    }
}
