//! Event streams read in the plainest way that follows the standard, for comparison: the whole text at
//! once, normalised and split.

/// Everything that a stream says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub frames: Vec<Event>,
    /// What the standard drops because the stream ended before the blank line.
    pub at_the_end: Vec<Event>,
    pub retry: Option<u64>,
    pub stray: String,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Event {
    pub event: String,
    pub data: String,
    pub id: String,
}

pub fn read(bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<&str> = text.split('\n').collect();
    let unfinished_line = lines.pop().unwrap_or_default();

    let mut reading = Reading::default();
    let mut stray = Vec::new();
    let mut buffers = Buffers::default();
    for line in lines {
        reading.frames.extend(buffers.line(line, &mut stray));
    }
    reading.retry = buffers.retry;
    if !unfinished_line.is_empty() {
        let error = buffers.line(unfinished_line, &mut stray);
        reading.at_the_end.extend(error);
    }
    reading.at_the_end.extend(buffers.line("", &mut stray));
    reading.stray = stray.join("\n");
    let kept = reading.stray.floor_char_boundary(4096);
    reading.stray.truncate(kept);
    reading
}

/// The buffers of the standard's algorithm, under its names.
#[derive(Default)]
struct Buffers {
    data: String,
    event_type: String,
    last_event_id: String,
    retry: Option<u64>,
}

impl Buffers {
    fn line<'t>(&mut self, line: &'t str, stray: &mut Vec<&'t str>) -> Option<Event> {
        if line.is_empty() {
            return self.dispatch();
        }
        let (field, value) = match line.find(':') {
            Some(0) => return None,
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, ""),
        };
        let value = value.strip_prefix(' ').unwrap_or(value);
        if field == "event" {
            self.event_type = value.to_owned();
        } else if field == "data" {
            self.data += value;
            self.data.push('\n');
        } else if field == "id" {
            if !value.contains('\0') {
                self.last_event_id = value.to_owned();
            }
        } else if field == "retry" {
            let is_number = value.chars().all(|c| c.is_ascii_digit());
            if let (true, Ok(retry)) = (is_number, value.parse()) {
                self.retry = Some(retry);
            }
        } else if field == "error" {
            return Some(Event {
                event: "error".to_owned(),
                data: value.to_owned(),
                id: self.last_event_id.clone(),
            });
        } else {
            stray.push(line);
        }
        None
    }

    fn dispatch(&mut self) -> Option<Event> {
        let event_type = std::mem::take(&mut self.event_type);
        let mut data = std::mem::take(&mut self.data);
        data.pop()?;
        Some(Event {
            event: if event_type.is_empty() {
                "message".to_owned()
            } else {
                event_type
            },
            data,
            id: self.last_event_id.clone(),
        })
    }
}
