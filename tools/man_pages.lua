-- For pandoc: pages of the manual as man pages of 80 columns (tools/man_pages.sh).

-- What fits between the margins of a page of 80 columns, and between two columns of a table.
local kPage, kGap = 70, 3
-- A line of code, which stands further in.
local kCode = 68

-- Where a page of the manual stands among the man pages.
local kPages = {
  ["command-line.md"] = "mbsim(1)", ["measures.md"] = "mbsim-measure(1)", ["sweep.md"] = "mbsim-sweep(1)",
  ["optimise.md"] = "mbsim-optimise(1)", ["diff.md"] = "mbsim-diff(1)", ["average.md"] = "mbsim-average(1)", ["pictures.md"] = "mbsim-draw(1)",
  ["report.md"] = "mbsim-channels(1)", ["what-a-deck-means.md"] = "mbsim-deck(5)", ["kabios.md"] = "mbsim-deck(5)",
  ["native.md"] = "mbsim-deck(5)", ["chains.md"] = "mbsim-deck(5)", ["words.md"] = "mbsim-deck(5)",
  ["versions.md"] = "mbsim-deck(5)"
}

-- Links stay as their text, or name the man page; pictures go.
function Link(link)
  local page = kPages[pandoc.utils.stringify(link.content)]
  return page and pandoc.Strong(pandoc.Str(page)) or link.content
end
function Image() return {} end


-- Where a line of code may be broken: at the last blank outside of quotes, or within the program of an
-- awk, which goes on behind a backslash, too.
local function breakpoint(line)
  local found, quote = nil, nil
  local awk = line:find("awk ", 1, true)
  for at = 1, kCode - 2 do
    local c = line:sub(at, at)
    if quote then
      if c == quote then quote = nil end
    elseif c == "'" or c == '"' then
      quote = c
    end
    if c == " " and at >= 30 and (not quote or (awk and at > awk + 4)) then found = at end
  end
  return found
end

-- Lines of code that are too long go on in the next one.
function CodeBlock(block)
  local language = block.classes[1]
  local out = {}
  for line in (block.text .. "\n"):gmatch("(.-)\n") do
    while #line > kCode do
      local at = breakpoint(line)
      if not at then break end
      local comment = language ~= "sh" and line:sub(1, at):find("#", 1, true)
      table.insert(out, line:sub(1, at - 1):gsub("%s+$", "") .. (language == "sh" and " \\" or ""))
      line = (comment and "    # " or "    ") .. line:sub(at + 1)
    end
    table.insert(out, line)
  end
  block.text = table.concat(out, "\n")
  return block
end

-- A page of the manual is a section of a man page: its headings are one level lower.
function Header(header)
  header.level = math.max(1, header.level - 1)
  return header
end

local function is_break(raw) return raw.format == "html" and raw.text:match("^<br") ~= nil end

-- The lines of a cell, which <br> sets apart, each as the lengths of its words; A|B|C may be broken, too.
local function lines_of(cell)
  local text = pandoc.utils.stringify(pandoc.walk_block(pandoc.Div(cell), {
    RawInline = function(raw) if is_break(raw) then return pandoc.Str("\n") end end
  }))
  local lines = {}
  for line in text:gmatch("[^\n]+") do
    local words = {}
    for word in line:gmatch("[^%s|]+|*") do table.insert(words, utf8.len(word) or #word) end
    table.insert(lines, words)
  end
  return lines
end

-- What goes on in the next line of such a cell stands further in.
local function with_breaks(cell)
  local broken = false
  local out = pandoc.walk_block(pandoc.Div(cell), {
    RawInline = function(raw)
      if not is_break(raw) then return nil end
      broken = true
      return pandoc.RawInline("man", "\n.br\n.ti 0n\n")
    end
  })
  if broken then table.insert(out.content[1].content, 1, pandoc.RawInline("man", ".in 2n\n.ti 0n\n")) end
  return out.content
end

local function widest(lines, of_line)
  local out = 1
  for _, words in ipairs(lines) do
    local whole = #words - 1
    for _, word in ipairs(words) do
      whole = whole + word
      if not of_line then out = math.max(out, word) end
    end
    if of_line then out = math.max(out, whole) end
  end
  return out
end

local function height(lines, width)
  local out = 0
  for _, words in ipairs(lines) do
    local at, indent = 0, 0
    out = out + 1
    for _, word in ipairs(words) do
      if at > 0 and indent + at + 1 + word > width then
        out, at, indent = out + 1, word, #lines > 1 and 2 or 0
      else
        at = at + word + (at > 0 and 1 or 0)
      end
    end
  end
  return out
end

local function height_of_table(rows, width)
  local out = 0
  for _, row in ipairs(rows) do
    local tallest = 1
    for k, lines in ipairs(row) do tallest = math.max(tallest, height(lines, width[k])) end
    out = out + tallest
  end
  return out
end

-- A column that needs less than its share has what it needs; the others share the rest, and none
-- is narrower than its longest word as long as that fits.
local function shared(whole, least)
  local count, width = #whole, {}
  local rest, left = kPage - kGap * (count - 1), count
  while left > 0 do
    local share, found = math.floor(rest / left), nil
    for k = 1, count do
      if not width[k] and not found and (whole[k] <= share or least[k] > share) then found = k end
    end
    for k = 1, count do
      if k == found or (not found and not width[k]) then
        width[k] = math.min(whole[k], math.max(least[k], share))
        rest, left = rest - width[k], left - 1
      end
    end
  end
  return width
end

-- Then letters go from one column to another as long as the table becomes shorter by that.
local function shortened(rows, width, least)
  local best = height_of_table(rows, width)
  for step = 16, 1, -1 do
    local better = true
    while better do
      better = false
      for from = 1, #width do
        for to = 1, #width do
          if from ~= to and width[from] - step >= least[from] then
            width[from], width[to] = width[from] - step, width[to] + step
            local now = height_of_table(rows, width)
            if now < best then
              best, better = now, true
            else
              width[from], width[to] = width[from] + step, width[to] - step
            end
          end
        end
      end
    end
  end
  return width
end

function Table(original)
  local simple = pandoc.utils.to_simple_table(original)
  local whole, least, rows = {}, {}, {}
  for k = 1, #simple.aligns do whole[k], least[k] = 1, 1 end
  local function look(row, head)
    local lines = {}
    for k, cell in ipairs(row) do
      lines[k] = lines_of(cell)
      least[k] = math.max(least[k], widest(lines[k], false))
      whole[k] = math.max(whole[k], widest(lines[k], not head))
      row[k] = with_breaks(cell)
    end
    table.insert(rows, lines)
  end
  look(simple.header, true)
  for _, row in ipairs(simple.rows) do look(row, false) end
  local width = shortened(rows, shared(whole, least), least)
  -- pandoc writes widths as parts of 70 letters.
  for k = 1, #width do simple.widths[k] = (width[k] + 0.01) / 70 end
  return pandoc.utils.from_simple_table(simple)
end
