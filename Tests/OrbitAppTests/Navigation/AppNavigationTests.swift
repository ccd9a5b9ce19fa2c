import Foundation
import OrbitApp
import OrbitModels
import Testing

@Suite struct AppNavigationTests {
    private static let subjects: [AppSheet] = [
        .person("u_1"), .meetup("m_1"), .meetup("m_1", link: MeetupLinkCode("abc")), .rating("m_1"),
        .conversation("c_1"), .invitations, .requests, AppSheet(NoticeRoute.notice("n_1")),
    ]

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

    @Test func `selecting another tab shows its pages, and selecting the current tab returns to its first page`() {
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

    @Test func `a tab with more than 32 pages loses the oldest page`() {
        var navigation = AppNavigation()
        for number in 0...32 { navigation.push(.person(UserID("u_\(number)"))) }
        #expect(navigation.stack.count == 32)
        #expect(navigation.stack.first == .person("u_1"))
    }

    @Test func `a stack replaces the pages of its tab, and keeps the tab and the sheet`() {
        var navigation = AppNavigation()
        navigation.push(.meetup("m_1"))
        navigation.push(.person("u_1"))
        navigation.open(.requests)
        navigation.setStack([.meetup("m_1")], of: .discover)
        navigation.setStack([.person("u_2")], of: .chats)
        #expect(navigation.stack == [.meetup("m_1")] && navigation.stack(of: .chats) == [.person("u_2")])
        #expect(navigation.tab == .discover && navigation.sheet == .requests)
    }

    @Test func `an empty stack is the first page of the tab, like a navigation without pages`() {
        var navigation = AppNavigation()
        navigation.push(.meetup("m_1"))
        navigation.setStack([], of: .discover)
        #expect(navigation == AppNavigation())
    }

    @Test func `a stack with more than 32 pages keeps the newest pages`() {
        var navigation = AppNavigation()
        let pages = (0...AppNavigation.maxPages).map { AppSheet.person(UserID("u_\($0)")) }
        navigation.setStack(pages, of: .discover)
        #expect(navigation.stack == Array(pages.dropFirst()))
    }

    @Test func `a link to a tab closes the sheet, and a link to a sheet keeps tab and pages`() {
        var navigation = AppNavigation()
        navigation.push(.person("u_1"))
        navigation.show(.sheet(.invitations))
        #expect(navigation.sheet == .invitations && navigation.stack == [.person("u_1")])
        navigation.show(.tab(.matches))
        #expect(navigation.sheet == nil && navigation.tab == .matches)
    }

    @Test(arguments: HomeTab.allCases)
    func `the first page of a tab has the link to the tab, and showing that link changes nothing`(tab: HomeTab) {
        var navigation = AppNavigation()
        navigation.select(tab)
        #expect(navigation.link == .tab(tab))
        let before = navigation
        navigation.show(navigation.link)
        #expect(navigation == before)
    }

    @Test(arguments: subjects)
    func `a page and a sheet have the link to their subject, and showing it changes nothing`(subject: AppSheet) {
        var navigation = AppNavigation()
        navigation.select(.meetups)
        navigation.push(.person("u_2"))
        var (page, sheet) = (navigation, navigation)
        page.push(subject)
        sheet.open(subject)
        for place in [page, sheet] {
            #expect(place.link == .sheet(subject))
            var shown = place
            shown.show(place.link)
            #expect(shown == place)
            shown.back()
            #expect(shown == navigation && shown.link == .sheet(.person("u_2")))
        }
    }

    @Test func `a meetup with another code than that of the shown page opens as a sheet`() {
        var navigation = AppNavigation()
        navigation.push(.meetup("m_1"))
        navigation.show(.sheet(.meetup("m_1", link: MeetupLinkCode("abc"))))
        #expect(navigation.sheet == .meetup("m_1", link: MeetupLinkCode("abc")))
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
        let pages = (0...32).map { "\"users/u_\($0)\"" }.joined(separator: ",")
        let data = Data(#"{"tab":"pokes","pages":{"pokes":[\#(pages)],"matches":[]}}"#.utf8)
        var navigation = try JSONDecoder().decode(AppNavigation.self, from: data)
        #expect(navigation.stack.count == 32)
        #expect(navigation.stack.first == .person("u_1"))
        for _ in 0..<32 { navigation.back() }
        navigation.select(.discover)
        #expect(navigation == AppNavigation())
    }

    @Test(arguments: [
        #"{"tab":"future","pages":{}}"#, #"{"tab":"pokes","pages":{"future":[]}}"#,
        #"{"tab":"pokes","pages":{"pokes":["users/.."]}}"#, #"{"tab":"pokes","pages":{},"sheet":"future/1"}"#,
    ])
    func `an encoded navigation with an unknown tab, page or sheet does not decode`(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(AppNavigation.self, from: Data(text.utf8)) }
    }

    @Test func `a sheet shows no secret in its description`() {
        let sheet = AppSheet.meetup("m_1", link: MeetupLinkCode("abc"))
        #expect(!"\(sheet)".contains("abc") && !String(reflecting: DeepLink.sheet(sheet)).contains("abc"))
    }
}
