/// The place in the home screen: the tab, the pages that Back returns from, and the open sheet.
///
/// It is a value type that needs no UI framework. Each change depends only on the value and the arguments.
/// ``SignedInUser/navigation`` is the navigation of the user:
///
/// ```swift
/// user.navigation.select(.meetups)
/// user.navigation.open(.meetup(meetup.id))
/// if !user.navigation.back() { leaveApp() }
/// ```
///
/// A front end that encodes it saves identifiers and the secret parts of links, and stores them like private data:
///
/// - Store the value with the user's identifier, and restore it only for that user.
/// - Delete the stored value when ``AppModel/route`` becomes `auth`.
/// - Start from a new value if decoding throws, as it does for the state of a version with other tabs.
/// - Decode it with ``AppFeatures/decoder()`` if features from other packages have places.
public struct AppNavigation: Codable, Hashable, Sendable {
    /// The maximum number of pages of one tab. A further page removes the oldest page.
    public static let maxPages = 32

    /// The selected tab.
    public private(set) var tab = HomeTab.first
    /// The sheet above the tab; `nil` without an open sheet.
    public private(set) var sheet: AppSheet?
    /// The pages above the first page of each tab. A tab without such pages is absent.
    private var pages: [HomeTab: [AppSheet]] = [:]

    /// Creates the navigation after a sign-in: the first tab, without pages and without a sheet.
    public init() {}

    private enum CodingKeys: String, CodingKey {
        case tab, sheet, pages
    }

    /// Reads the tab, the sheet and the pages. It keeps the newest ``maxPages`` pages of each tab.
    ///
    /// - Throws: `DecodingError` or ``DeepLinkError`` if this version cannot read a part.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tab = try container.decode(HomeTab.self, forKey: .tab)
        sheet = try container.decodeIfPresent(AppSheet.self, forKey: .sheet)
        let stacks = try container.decode([HomeTab: [AppSheet]].self, forKey: .pages)
        pages = stacks.filter { !$0.value.isEmpty }.mapValues { Array($0.suffix(Self.maxPages)) }
    }

    /// The pages above the first page of the selected tab, the shown page last.
    public var stack: [AppSheet] { stack(of: tab) }

    /// Returns the pages above the first page of a tab, the newest last.
    public func stack(of tab: HomeTab) -> [AppSheet] { pages[tab] ?? [] }

    /// The link to the shown place: the sheet, else the shown page, else the tab.
    ///
    /// A front end on the web shows its ``DeepLink/webURL(host:)`` as the address. Like the place itself, it can
    /// contain the secret part of the address of a meetup. ``show(_:)`` with this link has no effect.
    public var link: DeepLink { (sheet ?? stack.last).map(DeepLink.sheet) ?? .tab(tab) }

    /// Whether ``back()`` has an effect.
    public var canGoBack: Bool { sheet != nil || !stack.isEmpty || tab != .first }

    /// Closes the sheet and selects a tab. The pages of the tab stay.
    ///
    /// If the tab is selected already and no sheet is open, the tab returns to its first page.
    public mutating func select(_ tab: HomeTab) {
        if tab == self.tab, sheet == nil { pages[tab] = nil }
        self.tab = tab
        sheet = nil
    }

    /// Opens a sheet in place of the open one.
    public mutating func open(_ sheet: AppSheet) { self.sheet = sheet }

    /// Shows a subject as a page of the selected tab, and closes the sheet.
    ///
    /// The shown page is not repeated.
    public mutating func push(_ page: AppSheet) {
        sheet = nil
        var stack = stack
        guard stack.last != page else { return }
        stack.append(page)
        pages[tab] = Array(stack.suffix(Self.maxPages))
    }

    /// Replaces the pages of a tab, for a navigation stack of a UI framework that removes or adds pages by itself.
    ///
    /// It keeps the newest ``maxPages`` pages. The tab and the sheet stay.
    ///
    /// - Parameters:
    ///   - pages: The pages above the first page of the tab, the shown page last.
    ///   - tab: The tab, which need not be selected.
    public mutating func setStack(_ pages: [AppSheet], of tab: HomeTab) {
        self.pages[tab] = pages.isEmpty ? nil : Array(pages.suffix(Self.maxPages))
    }

    /// Shows the place of a link: selects its tab, or opens its sheet above the selected tab.
    ///
    /// A link to the shown place has no effect, so that a sheet does not repeat the page below it.
    public mutating func show(_ link: DeepLink) {
        guard link != self.link else { return }
        switch link {
        case .tab(let tab): select(tab)
        case .sheet(let sheet): open(sheet)
        }
    }

    /// Closes the sheet; without a sheet, removes the shown page; without a page, selects the first tab.
    ///
    /// - Returns: `false` on the first page of the first tab, where the system handles Back.
    @discardableResult
    public mutating func back() -> Bool {
        if sheet != nil {
            sheet = nil
        } else if !stack.isEmpty {
            let rest = stack.dropLast()
            pages[tab] = rest.isEmpty ? nil : Array(rest)
        } else if tab != .first {
            tab = .first
        } else {
            return false
        }
        return true
    }
}
